import type { Readable } from "node:stream";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { HttpResponse } from "#lib/entry/http/response.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { gatewayEvent, LAMBDA_CONTEXT, type Query } from "./gateway-event.ts";
import { importHandler } from "./import-handler.ts";
import { type HandlerResponse, invoke } from "./invoke.ts";

/** Resources whose lists are by numeric id. */
export type Resource = "attendees" | "booking-references" | "bookings" | "payments";

const Listed = z.record(z.string(), z.array(z.looseObject({ id: z.int() })));

/** A response of a list, with its links by relation and the round trips of the call. */
export interface ListResponse extends HandlerResponse {
  links: Record<string, string>;
  trips: number;
}

/** Calls the function that lists a resource. */
export async function requestList(
  resource: Resource,
  caller: Caller,
  query: Query = {},
): Promise<ListResponse> {
  const handler = await importHandler(`${resource}.list`);
  const answer = await invoke(handler, { caller, query });
  return { ...answer, links: linksIn(answer.headers["Link"]), trips: roundTrips().trips };
}

/** The stream of a whole list. */
export async function streamOfList(resource: Resource, caller: Caller): Promise<Readable> {
  const handler = await importHandler(`${resource}.list`);
  const { body } = (await handler(
    gatewayEvent(handler.spec.route, { caller }),
    LAMBDA_CONTEXT,
  )) as HttpResponse;
  if (typeof body === "string") throw new Error("The list is not a stream.");
  return body;
}

/** The elements in a response. */
export const elementsIn = ({ json }: HandlerResponse): Record<string, unknown>[] =>
  Object.values(Listed.parse(json)).flat();

/** The ids in a response. */
export const idsIn = (answer: HandlerResponse): number[] => elementsIn(answer).map(({ id }) => Number(id));

/** Follows the links from a page to the last one, and returns the ids of each page. */
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

/** The query of a URL. */
export function queryOf(address: string): Query {
  const { searchParams } = new URL(address);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
}

/** Relation → URL of a `Link` header. */
export const linksIn = (header = ""): Record<string, string> =>
  Object.fromEntries(
    [...header.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = "", relation = ""]) => [
      relation,
      address,
    ]),
  );
