import { fileURLToPath } from "node:url";

/** Folder of the project, where package.json lies. */
export const PROJECT = fileURLToPath(new URL("..", import.meta.url));
