import { fileURLToPath } from "node:url";

/** The project's folder, which contains package.json. */
export const PROJECT = fileURLToPath(new URL("..", import.meta.url));
