import type * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { FailureCode } from "#lib/failures.ts";
import { declaredCopier } from "#lib/http/copy-declared.ts";
import { runOnceByKey } from "#lib/http/idempotency.ts";
import { parseValue } from "#lib/http/input.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import type { Scope } from "#lib/scopes.ts";

/**
 * What a tool does to data: `create` adds something and is safe to repeat only with an `idempotencyKey`; `change` and `delete` have the
 * same result when they are repeated.
 */
export type ToolEffect = "read" | "create" | "change" | "delete";

/**
 * One tool of the MCP server, declared once. It does what one endpoint does, for an AI agent: `tools/list`, the checks of each call, and
 * `docs/agents.md` all use this.
 *
 * - `endpoint`: the id of that endpoint. Scopes, failures and permissions are the same; a test compares them.
 * - `description`: for a language model; it reads nothing else about the tool.
 * - `input`: some fields of the endpoint's own schemas. `output`: of a result, only what it declares is sent.
 * - `advice`: what the agent should do after a failure, where the usual advice is not enough.
 */
export interface ToolSpec<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
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
  advice?: Partial<Record<FailureCode, string>>;
}

/** Who calls a tool, and where. */
export interface ToolContext {
  caller: Caller;
  /** Host name of the request. */
  host: string;
}

/** A declared tool, and how to call it. */
export interface Tool extends ToolSpec {
  /**
   * Parses the arguments, runs the use case and returns the fields of `output`.
   *
   * @throws {Failure} as the endpoint does
   */
  call(args: unknown, context: ToolContext): Promise<object>;
}

/**
 * Declares a tool. Like an endpoint, `run` returns what its use case committed and `reply` makes the result of it, also when a call is
 * repeated with its `idempotencyKey`.
 */
export function tool<I extends z.ZodObject, O extends z.ZodObject, T>(
  spec: ToolSpec<I, O>,
  run: (call: ToolContext & { input: z.output<I> }) => Promise<T>,
  reply: (result: T, input: z.output<I>) => z.input<O>,
): Tool {
  const call = async (args: unknown, context: ToolContext): Promise<object> => {
    const input = parseValue(spec.input, args);
    const { idempotencyKey: key } = input;
    const { caller } = context;
    const { result } =
      typeof key === "string"
        ? await runOnceByKey({ spec: { id: spec.name }, caller, key, request: [args] }, () =>
            run({ ...context, input }),
          )
        : { result: await run({ ...context, input }) };
    return Object(declaredCopier(spec.output)(reply(result, input)));
  };
  return { ...spec, call };
}
