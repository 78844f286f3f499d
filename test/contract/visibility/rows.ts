import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { exampleOf } from "#test/contract/examples.ts";
import { missingPath, parametersOf } from "#test/contract/subject.ts";
import { ALL_HOURS, book, makeEventType, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeam } from "#test/support/builders/webhook-builders.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import type { Cast } from "./cast.ts";
import { makeTogether } from "./collective.ts";

/** Whose thing is asked for: the caller's own, that of a member of the organization, or nobody's. */
export const OWNERS = ["own", "a neighbour's", "nobody's"] as const;
/** Also a collective booking that is in the partition of a member of the organization, and whose other host is the caller. */
export type Owner = (typeof OWNERS)[number] | "as another host";

/** One endpoint, and how to ask it for something of each owner. */
export interface Row {
  /** The endpoint's id; behind it the field that names whose it is, when that is not the path. */
  name: string;
  spec: EndpointSpec;
  /** The owners it can be asked for. */
  of: readonly Owner[];
  ask: (cast: Cast, caller: Caller, owner: Owner) => Promise<RequestParts>;
}

/** Fields of a body, or of the query of a read, that name the parent of what is requested, by endpoint. */
const PARENTS: Record<string, readonly (keyof typeof MAKE_PARENT)[]> = {
  "bookings.create": ["eventTypeId"],
  "reservations.create": ["eventTypeId"],
  "slots.list": ["eventTypeId"],
  "availability.get": ["userId", "teamId"],
  "attendees.create": ["bookingId"],
  "booking-references.create": ["bookingId"],
  "availabilities.create": ["scheduleId"],
  "memberships.create": ["teamId"],
  "webhooks.create": ["eventTypeId", "teamId"],
  "event-types.create": ["teamId", "scheduleId"],
};

const NOBODYS = 999_999_999;
let made = 0;
const nextStart = (): string => new Date(Date.UTC(2032, 0, 1) + ++made * 3_600_000).toISOString();

/** Makes what the field of a body names, for its owner. */
const MAKE_PARENT = {
  eventTypeId: async (owner: Caller) => (await makeEventType(owner)).id,
  bookingId: async (owner: Caller) =>
    (await book(owner, await makeEventType(owner), { start: nextStart() })).id,
  scheduleId: async (owner: Caller) => (await makeSchedule(owner, { availability: ALL_HOURS })).id,
  teamId: (owner: Caller) => makeTeam(owner, "OWNER"),
  userId: async (owner: Caller) => owner.userId,
};

/** The rows of an endpoint that is neither public nor a list of the caller's. */
export function rowsOf(spec: EndpointSpec): Row[] {
  if (parametersOf(spec).length > 0) {
    const one = rowOfPath(spec, spec.id, pathTo);
    if (!/^(bookings|attendees|booking-references)\./.test(spec.id)) return [one];
    const collective = rowOfPath(spec, `${spec.id} collective`, pathToCollective);
    return [one, { ...collective, of: ["as another host", ...OWNERS] }];
  }
  const parents = PARENTS[spec.id] ?? [];
  if (parents.length === 0)
    return [
      {
        name: spec.id,
        spec,
        of: ["own"],
        ask: async (_, caller) => (spec.body ? { body: await exampleOf(spec).body?.(caller) } : {}),
      },
    ];
  return parents.map((field) => ({
    name: `${spec.id} ${field}`,
    spec,
    of: field === "bookingId" ? ["as another host", ...OWNERS] : OWNERS,
    ask: async (cast, caller, owner) => {
      const parent =
        owner === "as another host"
          ? Number((await pathToCollective(spec, cast, { caller, owner }))["id"])
          : await parentOf(field, cast, { caller, owner });
      const { body, query } = exampleOf(spec);
      if (!query) return { body: { ...Object(await body?.(caller)), [field]: parent } };
      return { query: { ...(await query(caller)), [field]: String(parent) } };
    },
  }));
}

const rowOfPath = (spec: EndpointSpec, name: string, findPath: typeof pathTo): Row => ({
  name,
  spec,
  of: OWNERS,
  ask: async (cast, caller, owner) => ({
    path: await findPath(spec, cast, { caller, owner }),
    ...(spec.body && { body: await exampleOf(spec).body?.(caller) }),
    query: (await exampleOf(spec).query?.(caller)) ?? {},
  }),
});

interface Asked {
  caller: Caller;
  owner: Owner;
}

/** The path of something of an owner, made for this. */
export async function pathTo(
  spec: EndpointSpec,
  cast: Cast,
  { caller, owner }: Asked,
): Promise<Record<string, string>> {
  const example = exampleOf(spec);
  if (owner === "as another host") return pathToCollective(spec, cast, { caller, owner });
  if (owner === "nobody's") return missingPath({ spec, example });
  if (owner === "own") return (await example.path?.(caller)) ?? {};
  const neighbour = await cast.makeNeighbour();
  if (spec.id.startsWith("memberships.")) return { key: `${neighbour.userId}_${cast.organization.id}` };
  if (spec.id.startsWith("teams.")) return { id: String(cast.organization.id) };
  return (await example.path?.(neighbour)) ?? {};
}

async function pathToCollective(
  spec: EndpointSpec,
  cast: Cast,
  { caller, owner }: Asked,
): Promise<Record<string, string>> {
  if (owner === "nobody's") return pathTo(spec, cast, { caller, owner });
  const first = owner === "own" ? caller : await cast.makeNeighbour();
  const second = owner === "as another host" ? caller : await cast.makeNeighbour();
  const admin = cast.callers["team admin"];
  return { id: String(await makeTogether(spec.id, { hosts: [first, second], admin })) };
}

async function parentOf(
  field: keyof typeof MAKE_PARENT,
  cast: Cast,
  { caller, owner }: Asked,
): Promise<number> {
  if (owner === "nobody's") return NOBODYS;
  if (owner === "own") return MAKE_PARENT[field](caller);
  return field === "teamId" ? cast.organization.id : MAKE_PARENT[field](await cast.makeNeighbour());
}
