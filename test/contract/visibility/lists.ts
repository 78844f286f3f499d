import type { EndpointSpec } from "#lib/http/spec.ts";
import { parametersOf } from "#test/contract/subject.ts";
import type { Cast } from "./cast.ts";
import type { Owner } from "./rows.ts";

/** One list, and how to tell whether it holds something. */
export interface ListRow {
  /** The endpoint's id, and the filter it is asked with. */
  name: string;
  spec: EndpointSpec;
  query: (cast: Cast) => Record<string, string[]>;
  of: readonly Owner[];
  /** The id of an endpoint whose path, made for an owner, tells what to look for. */
  reading: string;
  /** Whether an element is the one that a path finds. */
  isOf: (item: Record<string, unknown>, path: Record<string, string>) => boolean;
}

const isOf: ListRow["isOf"] = ({ id, userId, teamId }, path) =>
  path["key"] === undefined ? String(id) === path["id"] : `${userId}_${teamId}` === path["key"];

const isOfBooking: ListRow["isOf"] = ({ bookingId }, path) => String(bookingId) === path["id"];

const tellsOfBooking: ListRow["isOf"] = ({ resource, resourceId }, path) =>
  resource === "booking" && resourceId === path["id"];

/** Whether an endpoint is a list of the caller's; what a path finds has a list that is there or not, as anything else it finds. */
export const isOwnList = (spec: EndpointSpec): boolean =>
  spec.streams === true && parametersOf(spec).length === 0;

/** The rows of an endpoint that is a list of the caller's; none of any other. */
export function listRowsOf(spec: EndpointSpec): ListRow[] {
  if (!isOwnList(spec)) return [];
  const reading = spec.id.replace(/\.list$/, ".get");
  const of: readonly Owner[] = ["own", "a neighbour's"];
  const whole: ListRow = { name: spec.id, spec, query: () => ({}), of, reading, isOf };
  const ofHosts: readonly Owner[] = [...of, "as another host"];
  if (spec.id === "bookings.list") return [{ ...whole, of: ofHosts }];
  if (spec.id === "events.list")
    return [{ ...whole, of: ofHosts, reading: "bookings.get", isOf: isOfBooking }];
  if (spec.id === "audit.list") return [{ ...whole, reading: "bookings.get", isOf: tellsOfBooking }];
  if (spec.id !== "memberships.list") return [whole];
  const ofTeam: ListRow = {
    ...whole,
    name: "memberships.list teamId",
    query: ({ organization }) => ({ teamId: [String(organization.id)] }),
    of: ["a neighbour's"],
  };
  return [whole, ofTeam];
}
