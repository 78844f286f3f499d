import type { Caller } from "#lib/caller.ts";
import type { RequestParts } from "./gateway-event.ts";
import { importHandler } from "./import-handler.ts";
import { type HandlerResponse, invoke } from "./invoke.ts";

/** Calls an endpoint, found by its id, as a caller. */
export async function callEndpoint(
  id: string,
  caller: Caller,
  parts: Omit<RequestParts, "caller"> = {},
): Promise<HandlerResponse> {
  return invoke(await importHandler(id), { ...parts, caller });
}
