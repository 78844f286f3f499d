/**
 * Imports the files given as arguments in this otherwise empty process and prints what that did:
 * the environment variables that were read, and what keeps the process alive.
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
// Node opens these at their first use, which is no fault of the one who looks at them.
process.stdout.write("");
process.stderr.write("");
const alive = process.getActiveResourcesInfo().length;
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
const resources = process.getActiveResourcesInfo().slice(alive);
console.log(JSON.stringify({ variablesRead: [...variablesRead], resources }));
