/**
 * Translates a stack trace from a function's log to files and lines of this project, which must be at the commit that was deployed.
 *
 * Usage: npm run --silent stack-trace -- <function> < file
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT } from "#infra/project.ts";
import { translateStackTrace } from "./translate.ts";

const USAGE = `Usage: npm run --silent stack-trace -- <function> < file

The function is the field "endpoint" or "consumer" of the log line, such as bookings.create.`;

const [id = "", ...others] = process.argv.slice(2);
const file = `functions/${id.replaceAll(".", "/")}.ts`;
if (others.length > 0 || !existsSync(join(PROJECT, file))) {
  console.error(id === "" || others.length > 0 ? USAGE : `There is no function "${id}".\n${USAGE}`);
  process.exit(2);
}
// In JSON, a trace has `\n` instead of line breaks.
const trace = (await text(process.stdin)).replaceAll("\\n", "\n");
process.stdout.write(await translateStackTrace({ id, file }, trace));
