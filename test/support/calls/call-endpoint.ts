import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { Caller } from "#lib/caller.ts";
import type { RequestParts } from "./gateway-event.ts";
import { type EndpointHandler, type HandlerResponse, invoke } from "./invoke.ts";

/** Calls an endpoint, found by its id, as a caller. */
export async function callEndpoint(
  id: string,
  caller: Caller,
  parts: Omit<RequestParts, "caller"> = {},
): Promise<HandlerResponse> {
  const file = join(PROJECT, "functions", `${id.replaceAll(".", "/")}.ts`);
  const { handler }: { handler: EndpointHandler } = await import(pathToFileURL(file).href);
  return invoke(handler, { ...parts, caller });
}
