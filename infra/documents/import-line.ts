import * as z from "zod";
import type { JsonSchema } from "#infra/documents/json-schemas.ts";
import { ImportLine } from "#lib/operations/import/line.ts";

/** The JSON Schema of one line of a file that is imported. */
export const importLineSchema = (): JsonSchema => ({
  ...z.toJSONSchema(ImportLine, { io: "input", unrepresentable: "any" }),
  title: "A line of `npm run admin -- import`",
});
