import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { exampleOf } from "#test/contract/examples.ts";
import { missingPath, parametersOf } from "#test/contract/subject.ts";
import { ALL_HOURS, book, makeEventType, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeam } from "#test/support/builders/webhook-builders.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import type { Neighbourhood } from "./callers.ts";
import { makeCollectiveResource } from "./collective.ts";
import { makeEventTypeOfTeam } from "./team-event-types.ts";

/** Whose object is requested: the caller's, that of a member of the organization, or one that does not exist. */
export const OWNERS = ["own", "a neighbour's", "missing"] as const;
/**
 * Also a collective booking whose first host is a member of the organization, and whose second host is the caller; and an event type with
 * several hosts of the organization that the caller owns.
 */
export type Owner = (typeof OWNERS)[number] | "as another host" | "own in the organization";

/** An endpoint, and how to request an object of each owner. */
export interface Row {
  /** The endpoint's id, followed by the field that identifies the owner unless the path does. */
  name: string;
  spec: EndpointSpec;
  /** The owners whose objects can be requested. */
  owners: readonly Owner[];
  makeTarget: (neighbourhood: Neighbourhood, requested: Requested) => Promise<Target>;
  /** Makes a caller's request for an object. */
  makeRequest: (caller: Caller, target: Target) => Promise<RequestParts>;
}

/** The object that a request is for: its path, or the field of the body or of the query that identifies its owner. */
export type Target = Record<string, string>;

/** Fields of a body, or of the query of a read, with the id of the parent of the requested object, by endpoint. */
const PARENTS: Record<string, readonly Field[]> = {
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

const MISSING_ID = 999_999_999;
let made = 0;
const nextStart = (): string => new Date(Date.UTC(2032, 0, 1) + ++made * 3_600_000).toISOString();

/** Creates the parent that a field identifies, for its owner. */
const MAKE_PARENT = {
  eventTypeId: async (owner: Caller) => (await makeEventType(owner)).id,
  bookingId: async (owner: Caller) =>
    (await book(owner, await makeEventType(owner), { start: nextStart() })).id,
  scheduleId: async (owner: Caller) => (await makeSchedule(owner, { availability: ALL_HOURS })).id,
  teamId: (owner: Caller) => makeTeam(owner, "OWNER"),
  userId: async (owner: Caller) => owner.userId,
};

/** The rows of an endpoint that is neither public nor a list of the caller's objects. */
export function rowsOf(spec: EndpointSpec): Row[] {
  if (parametersOf(spec).length > 0) {
    const one = rowWithPath(spec, spec.id, makePath);
    if (spec.id.startsWith("event-types."))
      return [one, rowWithPath(spec, `${spec.id} team`, makeTeamEventTypePath)];
    if (!/^(bookings|attendees|booking-references)\./.test(spec.id)) return [one];
    const collective = rowWithPath(spec, `${spec.id} collective`, makeCollectivePath);
    return [one, { ...collective, owners: ["as another host", ...OWNERS] }];
  }
  const parents = PARENTS[spec.id] ?? [];
  if (parents.length === 0)
    return [
      {
        name: spec.id,
        spec,
        owners: ["own"],
        makeTarget: async () => ({}),
        makeRequest: async (caller) =>
          spec.input.body ? { body: await exampleOf(spec).body?.(caller) } : {},
      },
    ];
  return parents.flatMap((field) => {
    const one = rowWithParent(spec, field, makeParent);
    if (field !== "eventTypeId") return [one];
    return [one, { ...rowWithParent(spec, field, makeTeamParent), name: `${one.name} team` }];
  });
}

const rowWithParent = (spec: EndpointSpec, field: Field, findParent: typeof makeParent): Row => ({
  name: `${spec.id} ${field}`,
  spec,
  owners: field === "bookingId" ? ["as another host", ...OWNERS] : OWNERS,
  makeTarget: async (neighbourhood, requested) => {
    const parent =
      requested.owner === "as another host"
        ? (await makeCollectivePath(spec, neighbourhood, requested))["id"]
        : await findParent(field, neighbourhood, requested);
    return { [field]: String(parent) };
  },
  makeRequest: async (caller, target) => {
    const { body, query } = exampleOf(spec);
    if (!query) return { body: { ...Object(await body?.(caller)), [field]: Number(target[field]) } };
    return { query: { ...(await query(caller)), ...target } };
  },
});

const rowWithPath = (spec: EndpointSpec, name: string, findPath: typeof makePath): Row => ({
  name,
  spec,
  owners: OWNERS,
  makeTarget: (neighbourhood, requested) => findPath(spec, neighbourhood, requested),
  makeRequest: async (caller, path) => ({
    path,
    ...(spec.input.body && { body: await exampleOf(spec).body?.(caller) }),
    query: (await exampleOf(spec).query?.(caller)) ?? {},
  }),
});

/** The object of which owner a caller requests. */
export interface Requested {
  caller: Caller;
  owner: Owner;
}

/** Creates an object of an owner, and returns its path. */
export async function makePath(
  spec: EndpointSpec,
  neighbourhood: Neighbourhood,
  { caller, owner }: Requested,
): Promise<Record<string, string>> {
  const example = exampleOf(spec);
  if (owner === "as another host") return makeCollectivePath(spec, neighbourhood, { caller, owner });
  if (owner === "missing") return missingPath({ spec, example });
  if (owner === "own") return (await example.path?.(caller)) ?? {};
  const neighbour = await neighbourhood.makeNeighbour();
  if (spec.id.startsWith("memberships."))
    return { key: `${neighbour.userId}_${neighbourhood.organization.id}` };
  if (spec.id.startsWith("teams.")) return { id: String(neighbourhood.organization.id) };
  return (await example.path?.(neighbour)) ?? {};
}

async function makeCollectivePath(
  spec: EndpointSpec,
  neighbourhood: Neighbourhood,
  { caller, owner }: Requested,
): Promise<Record<string, string>> {
  if (owner === "missing") return makePath(spec, neighbourhood, { caller, owner });
  const first = owner === "own" ? caller : await neighbourhood.makeNeighbour();
  const second = owner === "as another host" ? caller : await neighbourhood.makeNeighbour();
  const admin = neighbourhood.teamAdmin;
  return makeCollectiveResource(spec, { hosts: [first, second], admin });
}

/** Creates an event type with several hosts, and returns its path. */
export async function makeTeamEventTypePath(
  spec: EndpointSpec,
  neighbourhood: Neighbourhood,
  requested: Requested,
): Promise<Record<string, string>> {
  if (requested.owner === "missing") return makePath(spec, neighbourhood, requested);
  return { id: String(await makeEventTypeOfTeam(neighbourhood, requested)) };
}

const makeTeamParent = async (
  _: Field,
  neighbourhood: Neighbourhood,
  requested: Requested,
): Promise<number> =>
  requested.owner === "missing" ? MISSING_ID : makeEventTypeOfTeam(neighbourhood, requested);

type Field = keyof typeof MAKE_PARENT;

async function makeParent(
  field: Field,
  neighbourhood: Neighbourhood,
  { caller, owner }: Requested,
): Promise<number> {
  if (owner === "missing") return MISSING_ID;
  if (owner === "own") return MAKE_PARENT[field](caller);
  return field === "teamId"
    ? neighbourhood.organization.id
    : MAKE_PARENT[field](await neighbourhood.makeNeighbour());
}
