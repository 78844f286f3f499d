import * as z from "zod";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { fieldFailure, invalidField } from "#lib/failures.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { oneOrMore } from "#lib/platform/one-or-more.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";

const DAY = 86_400_000;
/** Days of the longest range. */
const LONGEST_DAYS = 92;

/** Characters of the longest time, `Date.toString()` with the name of a zone, and a few to spare. */
const LONGEST_TIME = 100;
/** Text with a zone at the end, or a date alone, which `Date.parse` reads as UTC. */
const HAS_ZONE = /(?:[Zz]|[A-Z]{3}|[+-]\d\d:?\d\d|:\d\d(?:\.\d+)?[+-]\d\d)(?:\s*\(.*\))?$|^\d{4}-\d\d-\d\d$/;
/** A `+` of a zone that was not encoded and was decoded as a space. */
const LOST_PLUS = /(?<=:\d\d(?:[.,]\d+)?|GMT|UTC) (?=\d\d:?\d\d(?:\s*\(.*\))?$)/;

/** A time in any form that `Date.parse` accepts, as milliseconds since 1970. Without a zone it is UTC. */
export const SearchTime = z
  .string()
  .max(LONGEST_TIME)
  .transform((text, context) => {
    const sent = text.trim().replace(LOST_PLUS, "+");
    const time = Date.parse(HAS_ZONE.test(sent) ? sent : inUtc(sent));
    // Later steps add or subtract days, and the result must be a valid date.
    if (Math.abs(time) <= LATEST) return time;
    context.addIssue({ code: "custom", message: "must be a date and time, such as 2031-03-04T09:00:00Z" });
    return z.NEVER;
  });

const inUtc = (text: string): string => (/T\d\d:\d\d/.test(text) ? `${text}Z` : `${text} UTC`);

const Name = z.string().max(200);
/** The username of the host of an event type. */
export const HostName = Name;
const Names = oneOrMore(HostName, "must be a username");
/** Minutes, as a number or as digits. */
const Minutes = z.union(
  [
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ],
  {
    error: "must be a number of minutes",
  },
);

/** Removes empty parameters, which clients send for fields that were not filled in. */
export const dropEmptyParameters = (query: unknown): unknown =>
  typeof query === "object" && query !== null
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""))
    : query;

/** A parameter that is another name of one, for older clients. Documents mark it as deprecated. */
const otherName = <S extends z.ZodType>(schema: S, name: string): S =>
  schema.describe(`Another name of \`${name}\`.`).meta({ deprecated: true });

/** The fields of a query for a range, with all their names. */
export const RANGE_FIELDS = {
  startTime: SearchTime.optional()
    .describe(
      "Start of the range. Required. Any form that JavaScript's `Date.parse` accepts; without a time zone it is UTC.",
    )
    .meta({ example: "2031-03-03" }),
  start: otherName(SearchTime.optional(), "startTime"),
  dateFrom: otherName(SearchTime.optional(), "startTime"),
  endTime: SearchTime.optional()
    .describe(`End of the range. Required. At most ${LONGEST_DAYS} days after \`startTime\`.`)
    .meta({ example: "2031-03-08" }),
  end: otherName(SearchTime.optional(), "endTime"),
  dateTo: otherName(SearchTime.optional(), "endTime"),
};
const Range = z.object(RANGE_FIELDS);
type RangeQuery = z.output<typeof Range>;

/** The query of the list of slots. */
export const SlotsQuery = z.preprocess(
  dropEmptyParameters,
  z.object({
    ...RANGE_FIELDS,
    eventTypeId: EventTypeId.optional()
      .describe("The event type. Or send `usernameList` and `eventTypeSlug`.")
      .meta({ example: 1 }),
    usernameList: Names.optional().describe("The username of the host."),
    "usernameList[]": otherName(Names.optional(), "usernameList"),
    username: otherName(Names.optional(), "usernameList"),
    eventTypeSlug: Name.optional().describe("The slug of one of the host's event types."),
    timeZone: TimeZone.optional().describe(
      "Time zone in which slots start at round times and are returned. UTC if not sent.",
    ),
    timezone: otherName(TimeZone.optional(), "timeZone"),
    duration: Minutes.optional().describe("Minutes; one of the event type's lengths."),
    rescheduleUid: Name.optional().describe("`uid` of a booking to reschedule. Its own time counts as free."),
    reservationUid: Name.optional().describe("`uid` of a reservation. Its time counts as free."),
  }),
);
export type SlotsQuery = z.output<typeof SlotsQuery>;

/** The range of a query, in minutes since 1970. */
export function rangeOf(query: RangeQuery): { from: number; to: number } {
  const [start, end] = [sentName(query, STARTS), endOf(query)];
  const [from, to] = [query[start], query[end]];
  if (from === undefined) throw invalidField("#/query/startTime", "is required", "required");
  if (to === undefined) throw invalidField("#/query/endTime", "is required", "required");
  const invalidEnd = (message: string) => fieldFailure("invalid_request", `#/query/${end}`, message);
  if (to <= from) throw invalidEnd(`${end} must be after ${start}`);
  if (to - from > LONGEST_DAYS * DAY)
    throw invalidEnd(`The range from ${start} to ${end} can be at most ${LONGEST_DAYS} days.`);
  return { from: from / MINUTE, to: to / MINUTE };
}

/** The names of the start and end of a range; the first that was sent counts. */
const STARTS = ["startTime", "start", "dateFrom"] as const;
const ENDS = ["endTime", "end", "dateTo"] as const;

/** The name that was sent, or the first one. */
const sentName = <N extends keyof RangeQuery>(query: RangeQuery, names: readonly [N, ...N[]]): N =>
  names.find((name) => query[name] !== undefined) ?? names[0];

/** The name of the end of a range that was sent. */
export const endOf = (query: RangeQuery): (typeof ENDS)[number] => sentName(query, ENDS);

/** The event type of a query: by its id, or by its host's username and its slug. */
export function eventTypeIn(query: SlotsQuery): { id: number } | { usernames: string[]; slug: string } {
  const { eventTypeId, eventTypeSlug } = query;
  const names = query.usernameList ?? query["usernameList[]"] ?? query.username;
  if (eventTypeId !== undefined) return { id: eventTypeId };
  if (names && eventTypeSlug !== undefined)
    return { usernames: [...new Set(names.map((name) => name.toLowerCase()))], slug: eventTypeSlug };
  throw invalidField(
    "#/query/eventTypeId",
    "You need to either pass an eventTypeId OR an usernameList/eventTypeSlug combination",
    "required",
  );
}
