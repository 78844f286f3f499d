import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import type { Caller } from "#lib/access/caller.ts";
import type { HttpReply } from "#lib/http/reply.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/gateway-event.ts";
import { type Answered, type EndpointHandler, invoke } from "#test/support/invoke.ts";

const file = pathToFileURL(join(PROJECT, "functions/bookings/list.ts")).href;
const Listed = z.object({ bookings: z.array(z.object({ id: z.int() })) });

/** Parameters of a query; a list repeats its name. */
export type Query = Record<string, string | number | readonly (string | number)[]>;

/** An answer of the list of bookings, with the addresses it links to by their relations. */
export interface ListAnswer extends Answered {
  links: Record<string, string>;
}

const listHandler = async (): Promise<EndpointHandler> => (await import(file)).handler;

/** The body of a list of all bookings, not yet read. */
export async function streamOfBookings(caller: Caller): Promise<Readable> {
  const handler = await listHandler();
  const { body } = (await handler(gatewayEvent(handler.spec.route, { caller }), LAMBDA_CONTEXT)) as HttpReply;
  if (typeof body === "string") throw new Error("the list was not streamed");
  return body;
}

/** Calls the function that lists bookings. */
export async function askForBookings(caller: Caller, query: Query = {}): Promise<ListAnswer> {
  const handler = await listHandler();
  const parameters = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]);
  const answer = await invoke(handler, { caller, query: Object.fromEntries(parameters) });
  return { ...answer, links: linksIn(answer.headers["Link"]) };
}

/** The ids a list of bookings answers with. */
export async function idsListed(caller: Caller, query: Query = {}): Promise<number[]> {
  return idsIn(await askForBookings(caller, query));
}

/** The ids in an answer. */
export const idsIn = ({ json }: Answered): number[] => Listed.parse(json).bookings.map(({ id }) => id);

/** The ids of each page from one on to the last, as its links lead there. */
export async function idsFollowing(caller: Caller, first: Query): Promise<number[][]> {
  const pages: number[][] = [];
  for (let query: Query | undefined = first; query; ) {
    const answer: ListAnswer = await askForBookings(caller, query);
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
