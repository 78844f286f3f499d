import { workerData } from "node:worker_threads";
import { synthesizeLocally } from "./synthesize-locally.ts";

await synthesizeLocally(workerData);
