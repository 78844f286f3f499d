/**
 * Imports the files given as arguments in this otherwise empty process and prints the side effects:
 * the environment variables that were read, and the resources that keep the process alive.
 */
import { pathToFileURL } from "node:url";

const variablesRead = new Set<string>();
process.env = new Proxy<NodeJS.ProcessEnv>(
  {},
  {
    get(_, name) {
      variablesRead.add(String(name));
      return undefined;
    },
  },
);
// Node.js opens these at their first use, so they are opened before the resources are counted.
process.stdout.write("");
process.stderr.write("");
process.stdin.pause();
const alive = process.getActiveResourcesInfo().length;
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
const resources = process.getActiveResourcesInfo().slice(alive);
console.log(JSON.stringify({ variablesRead: [...variablesRead], resources }));
