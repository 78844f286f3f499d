import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { parametersOf } from "#test/contract/subject.ts";
import type { Neighbourhood } from "./callers.ts";
import { makePath, makeTeamEventTypePath, type Owner } from "./rows.ts";

/** A list, and how to find an object in it. */
export interface ListRow {
  /** The endpoint's id, and the filter of the request. */
  name: string;
  spec: EndpointSpec;
  query: (neighbourhood: Neighbourhood) => Record<string, string[]>;
  owners: readonly Owner[];
  /** The id of the endpoint whose path identifies the object to find. */
  readId: string;
  /** Creates the object to find. */
  findPath: typeof makePath;
  /** Whether an element of the list is the object of a path. */
  isOf: (item: Record<string, unknown>, path: Record<string, string>) => boolean;
}

const isOf: ListRow["isOf"] = ({ id, userId, teamId }, path) =>
  path["key"] === undefined ? String(id) === path["id"] : `${userId}_${teamId}` === path["key"];

const isOfBooking: ListRow["isOf"] = ({ bookingId }, path) => String(bookingId) === path["id"];

const isEntryOfBooking: ListRow["isOf"] = ({ resource, resourceId }, path) =>
  resource === "booking" && resourceId === path["id"];

/** Whether an endpoint lists the caller's objects. A list with an id in its path has the rules of the object with this id instead. */
export const isOwnList = (spec: EndpointSpec): boolean =>
  spec.streams === true && parametersOf(spec).length === 0;

/** The rows of an endpoint that lists the caller's objects; none for other endpoints. */
export function listRowsOf(spec: EndpointSpec): ListRow[] {
  if (!isOwnList(spec)) return [];
  const readId = spec.id.replace(/\.list$/, ".get");
  const owners: readonly Owner[] = ["own", "a neighbour's"];
  const whole: ListRow = { name: spec.id, spec, query: () => ({}), owners, readId, isOf, findPath: makePath };
  const ownersWithHosts: readonly Owner[] = [...owners, "as another host"];
  if (spec.id === "bookings.list") return [{ ...whole, owners: ownersWithHosts }];
  if (spec.id === "events.list")
    return [{ ...whole, owners: ownersWithHosts, readId: "bookings.get", isOf: isOfBooking }];
  if (spec.id === "audit.list") return [{ ...whole, readId: "bookings.get", isOf: isEntryOfBooking }];
  if (spec.id === "event-types.list")
    return [whole, { ...whole, name: "event-types.list team", findPath: makeTeamEventTypePath }];
  if (spec.id === "reservations.list")
    return [{ ...whole, readId: "reservations.delete", isOf: ({ uid }, path) => uid === path["uid"] }];
  if (spec.id !== "memberships.list") return [whole];
  const ofTeam: ListRow = {
    ...whole,
    name: "memberships.list teamId",
    query: ({ organization }) => ({ teamId: [String(organization.id)] }),
    owners: ["a neighbour's"],
  };
  return [whole, ofTeam];
}
