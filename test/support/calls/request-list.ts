import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import type { Caller } from "#lib/caller.ts";
import type { HttpReply } from "#lib/http/reply.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { gatewayEvent, LAMBDA_CONTEXT, type Query } from "./gateway-event.ts";
import { type EndpointHandler, type HandlerResponse, invoke } from "./invoke.ts";

/** Resources whose lists are by numeric id. */
export type Resource = "attendees" | "booking-references" | "bookings" | "payments";

const Listed = z.record(z.string(), z.array(z.looseObject({ id: z.int() })));

/** An answer of a list, with the addresses it links to by their relations and the round trips it took. */
export interface ListResponse extends HandlerResponse {
  links: Record<string, string>;
  trips: number;
}

const listHandler = async (resource: Resource): Promise<EndpointHandler> =>
  (await import(pathToFileURL(join(PROJECT, `functions/${resource}/list.ts`)).href)).handler;

/** Calls the function that lists a resource. */
export async function requestList(
  resource: Resource,
  caller: Caller,
  query: Query = {},
): Promise<ListResponse> {
  const handler = await listHandler(resource);
  const answer = await invoke(handler, { caller, query });
  return { ...answer, links: linksIn(answer.headers["Link"]), trips: roundTrips().trips };
}

/** The body of a whole list, not yet read. */
export async function streamOfList(resource: Resource, caller: Caller): Promise<Readable> {
  const handler = await listHandler(resource);
  const { body } = (await handler(gatewayEvent(handler.spec.route, { caller }), LAMBDA_CONTEXT)) as HttpReply;
  if (typeof body === "string") throw new Error("the list was not streamed");
  return body;
}

/** The elements in an answer. */
export const elementsIn = ({ json }: HandlerResponse): Record<string, unknown>[] =>
  Object.values(Listed.parse(json)).flat();

/** The ids in an answer. */
export const idsIn = (answer: HandlerResponse): number[] => elementsIn(answer).map(({ id }) => Number(id));

/** The ids of each page from one on to the last, as its links lead there. */
export async function listPages(resource: Resource, caller: Caller, first: Query): Promise<number[][]> {
  const pages: number[][] = [];
  for (let query: Query | undefined = first; query; ) {
    const answer: ListResponse = await requestList(resource, caller, query);
    pages.push(idsIn(answer));
    const { next } = answer.links;
    query = next === undefined ? undefined : queryOf(next);
  }
  return pages;
}

/** The query of an address. */
export function queryOf(address: string): Query {
  const { searchParams } = new URL(address);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
}

/** Relation → address of a `Link` header. */
export const linksIn = (header = ""): Record<string, string> =>
  Object.fromEntries(
    [...header.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = "", relation = ""]) => [
      relation,
      address,
    ]),
  );
