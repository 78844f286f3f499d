import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { declaredCopier } from "#lib/entry/http/copy-declared.ts";
import { runOnceByKey } from "#lib/entry/http/idempotency.ts";
import { parseValue } from "#lib/entry/http/input.ts";
import type { FailureCode } from "#lib/failures.ts";
import { isObject } from "#lib/platform/is-object.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import type { Scope } from "#lib/scopes.ts";

/** The argument with which a call that creates something can be repeated safely, like the header `Idempotency-Key` of endpoints. */
export const ToolIdempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    "A new random text, such as a UUID. If the response was lost, repeat the call with the same key and arguments: it returns the first result and creates nothing twice.",
  );

/**
 * What a tool does to data: `create` adds something, and can be repeated safely only with an `idempotencyKey`; `change` and `delete` have
 * the same result when they are repeated.
 */
export type ToolEffect = "read" | "create" | "change" | "delete";

/**
 * The declaration of a tool of the MCP server. A tool does for an AI agent what one endpoint does for other clients. `tools/list` and the
 * checks of each call are derived from it.
 *
 * - `endpoint`: the id of that endpoint. It has the same scopes, failures and permissions; a test compares them.
 * - `description`: for a language model, which gets no other text about the tool.
 * - `input`: some fields of the endpoint's schemas.
 * - `output`: only the declared fields of a result are sent.
 * - `result`: for a tool with an `idempotencyKey`, the schema of what its use case returns, and of the stored result.
 * - `advice`: what the agent should do after a failure, if the general advice is not enough.
 */
export interface ToolSpec<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  T = unknown,
> {
  name: string;
  title: string;
  description: string;
  endpoint: string;
  effect: ToolEffect;
  scopes: readonly Scope[];
  input: I;
  output: O;
  failures: readonly FailureCode[];
  permissions: readonly Permission[];
  result?: z.ZodType<T>;
  advice?: Partial<Record<FailureCode, string>>;
}

/** The caller of a tool, and the host of the service. */
export interface ToolContext {
  caller: Caller;
  /** Host name of the request. */
  host: string;
}

/** A declared tool that can be called. */
export interface Tool extends ToolSpec {
  /**
   * Parses the arguments, runs the use case and returns the fields of `output`.
   *
   * @throws {Failure} as the endpoint does
   */
  call(args: unknown, context: ToolContext): Promise<object>;
}

/**
 * Declares a tool. As for an endpoint, `run` returns the result of the use case, and `toResponse` renders it; when a call is repeated with its
 * `idempotencyKey`, `toResponse` renders the stored result.
 */
export function tool<I extends z.ZodObject, O extends z.ZodObject, T>(
  spec: ToolSpec<I, O, T>,
  run: (call: ToolContext & { input: z.output<I> }) => Promise<T>,
  toResponse: (result: T, input: z.output<I>) => z.input<O>,
): Tool {
  const call = async (sent: unknown, context: ToolContext): Promise<object> => {
    const args = withoutEmpty(sent);
    const input = parseValue(spec.input, args);
    const { idempotencyKey: key } = input;
    const { caller } = context;
    const runNow = () => run({ ...context, input });
    const { name: id, result } = spec;
    const outcome =
      result && typeof key === "string"
        ? await runOnceByKey({ spec: { id, result }, caller, key, request: [inOrder(args)] }, runNow)
        : { result: await runNow() };
    return Object(declaredCopier(spec.output)(toResponse(outcome.result, input)));
  };
  return { ...spec, call };
}

/** Removes arguments without a value: agents send null or empty text for those that they don't need. */
const withoutEmpty = (args: unknown): unknown =>
  isObject(args)
    ? Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== ""))
    : args;

/** Sorts the fields of arguments by name: a language model that repeats a call may write them in another order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
}
