import { glob } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { OPERATOR } from "#lib/caller.ts";
import type { RawInput } from "#lib/entry/http/input.ts";
import type { CallContext, EndpointSpec } from "#lib/entry/http/spec.ts";
import { type ListSource, sliceOf } from "#lib/storage/lists/source.ts";

/** The handler of an endpoint, which has either `execute` or, for a list, `list`. */
export interface EndpointHandler {
  spec: EndpointSpec;
  execute?: (context: CallContext, input: RawInput) => Promise<unknown>;
  list?: (context: CallContext, input: RawInput) => Promise<ListSource<unknown>>;
}

/** The values of a request's path, query and body, before they are parsed. */
export interface EndpointInput extends RawInput {
  path: object;
  query: object;
  body: object;
  options: object;
  baseUrl: string;
}

const imported = new Map<string, Promise<readonly EndpointHandler[]>>();

/** Imports the endpoints in a folder of `functions/`, sorted by id. A folder is read once, also for several command lines in a process. */
export function importEndpoints(folder: string): Promise<readonly EndpointHandler[]> {
  const endpoints = imported.get(folder) ?? importFolder(folder);
  imported.set(folder, endpoints);
  return endpoints;
}

async function importFolder(folder: string): Promise<readonly EndpointHandler[]> {
  const handlers: EndpointHandler[] = [];
  for await (const file of glob(`functions/${folder}/*.ts`, { cwd: PROJECT })) {
    const { handler }: { handler: unknown } = await import(pathToFileURL(join(PROJECT, file)).href);
    if (isEndpoint(handler)) handlers.push(handler);
  }
  return handlers.toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : 1));
}

const isEndpoint = (handler: unknown): handler is EndpointHandler =>
  typeof handler === "function" && ("execute" in handler || "list" in handler);

/**
 * Calls the use case of an endpoint as the operator, in this process. Returns the fields that the response declares.
 *
 * @throws {Failure} `invalid_request` with all problems of a part of the input, or what the use case throws
 */
export async function callEndpoint(
  { spec, execute }: EndpointHandler,
  input: EndpointInput,
): Promise<unknown> {
  return spec.response.parse(await execute?.(contextOf(input), input));
}

/** Reads a list of an endpoint as the operator, and at most `take` elements. Returns its name in the response, and the elements. */
export async function readList(
  { spec, list }: EndpointHandler,
  input: EndpointInput,
  take?: number,
): Promise<{ name: string; rows: object[] }> {
  const source = await list?.(contextOf(input), input);
  if (source === undefined) throw new TypeError(`${spec.id} is not a list`);
  const pages = sliceOf(source.read({ most: take }), { skip: 0, take: take ?? Infinity });
  const items = (await Array.fromAsync(pages)).flat().map((item) => source.render?.(item) ?? item);
  const [name = ""] = Object.keys(spec.response instanceof z.ZodObject ? spec.response.shape : {});
  const { [name]: rows = [] } = Lists.parse(spec.response.parse({ [name]: items }));
  return { name, rows };
}

const Lists = z.record(z.string(), z.array(z.looseObject({})));

const contextOf = ({ baseUrl }: EndpointInput): CallContext => ({
  caller: OPERATOR,
  apiHost: new URL(baseUrl).hostname,
  baseUrl,
});
