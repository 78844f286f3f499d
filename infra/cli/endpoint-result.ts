import * as z from "zod";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";

const Response = z.looseObject({ message: z.string().optional(), warnings: z.array(z.string()).default([]) });

/** The result of a command that called an endpoint: the resource in the response; its message and warnings are the remark. */
export function responseResult(response: unknown): CommandResult {
  const { message, warnings, ...resources } = Response.parse(response);
  const fields = Object.entries(resources).map(([name, value]) =>
    isObject(value) ? value : { [name]: value },
  );
  const remark = [...(message === undefined ? [] : [message]), ...warnings].join("\n");
  return {
    ...objectResult("", Object.assign({}, ...fields)),
    json: resources,
    ...(remark !== "" && { remark }),
  };
}

/** The result of a command that called an endpoint for a list. */
export const listResponseResult = (
  name: string,
  rows: readonly object[],
  columns: readonly string[],
): CommandResult =>
  listResult<Record<string, unknown>>(
    name,
    rows.map((row) => ({ ...row })),
    columns,
  );

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
