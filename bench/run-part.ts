import type { Settings } from "./part.ts";
import { PARTS } from "./parts.ts";

/** Runs one part in a separate process, without clients of other parts, and sends its tables. */
const [name = "", settings = "{}"] = process.argv.slice(2);
const loadPart = Object.entries(PARTS).find(([id]) => id === name)?.[1];
if (!loadPart) throw new Error(`There is no part "${name}".`);
const part = await loadPart();
const tables = await part(JSON.parse(settings) as Settings);
process.send?.(tables, () => process.exit(0));
