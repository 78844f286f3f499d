import type { Command } from "commander";
import * as z from "zod";
import { hasOptionValue } from "#lib/event-types/location.ts";
import {
  json,
  type Options,
  parseOptions,
  repeated,
  textOrNone,
  wholeNumber,
  wholeNumberOrNone,
  word,
  wordOrNone,
} from "./parse-options.ts";
import { type TeamReference, teamMeant, teamReference } from "./references.ts";

/** Adds the options of all fields of an event type except title and length. */
export const withEventTypeFields = (command: Command): Command =>
  withSlotFields(command)
    .option("--slug <slug>", "unique per host (default: generated from the title)")
    .option("--description <text>", "shown to attendees, or none", textOrNone)
    .option("--other-length <minutes>", "another allowed length; can be repeated", repeated(wholeNumber))
    .option("--hidden", "nobody can book it")
    .option("--no-hidden", "it can be booked")
    .option(
      "--location <kind>",
      "link, integrations:meet, phone=<number>, or a text; can be repeated",
      repeated(location),
    )
    .option(
      "--booking-field <json>",
      'a question, such as {"name":"firm","type":"text"}; can be repeated',
      repeated(json),
    )
    .option("--requires-confirmation", "bookings wait until the host confirms them")
    .option("--no-requires-confirmation", "bookings are accepted immediately")
    .option("--minimum-booking-notice <minutes>", "minimum time between booking and start", wholeNumber)
    .option("--before-event-buffer <minutes>", "free time before a booking", wholeNumber)
    .option("--after-event-buffer <minutes>", "free time after a booking", wholeNumber)
    .option("--seats-per-time-slot <seats>", "seats that share a time, or none", wholeNumberOrNone)
    .option("--price <amount>", "in minor units of the currency", wholeNumber)
    .option("--currency <code>", "ISO 4217 code", word)
    .option("--team <team>", "id or slug of the team it belongs to, or none", textOrNone)
    .option("--scheduling-type <type>", "ROUND_ROBIN or COLLECTIVE for several hosts, or none", wordOrNone)
    .option(
      "--hosts <json>",
      'the hosts, as [{"userId":1}] with isFixed, priority and weight; replaces all of them',
      json,
    )
    .option("--bookable-by <who>", "owner or anyone");

/** Adds the options of the fields that decide when an event type can be booked. */
const withSlotFields = (command: Command): Command =>
  command
    .option(
      "--period-type <type>",
      "UNLIMITED, ROLLING for the next --period-days, or RANGE between two dates",
      word,
    )
    .option("--period-days <days>", "how far ahead it can be booked, or none", wholeNumberOrNone)
    .option("--period-count-calendar-days", "--period-days counts all days")
    .option("--no-period-count-calendar-days", "--period-days counts Monday to Friday only")
    .option("--period-start-date <date>", "first day of a RANGE, such as 2031-03-04, or none", textOrNone)
    .option("--period-end-date <date>", "last day of a RANGE, or none", textOrNone)
    .option("--schedule-id <id>", "a schedule of the host, or none for the default", wholeNumberOrNone)
    .option(
      "--slot-interval <minutes>",
      "from one slot to the next, or none for the length",
      wholeNumberOrNone,
    )
    .option("--offset-start <minutes>", "minutes added to the start of every slot", wholeNumber)
    .option(
      "--booking-limits <json>",
      'most bookings per period, such as {"PER_DAY":3}, or {} for none',
      json,
    )
    .option("--duration-limits <json>", 'most minutes per period, such as {"PER_WEEK":600}, or {}', json);

/** The team of an event type: null for none, undefined if the option is missing. */
export function teamChoice(options: Options): TeamReference | null | undefined {
  const { teamId } = parseOptions(z.object({ teamId: z.string().nullable().optional() }), options);
  return typeof teamId === "string" ? teamReference(teamId) : teamId;
}

/** The options with a placeholder for the team id, because only the service can find the team. */
export const withoutTeamName = (options: Options): Options =>
  typeof options["team"] === "string" ? { ...options, team: 1 } : options;

/** The field `teamId`, if the option is present. */
export async function teamField(
  choice: TeamReference | null | undefined,
): Promise<{ teamId?: number | null }> {
  if (choice === undefined) return {};
  return { teamId: choice && (await teamMeant(choice)).id };
}

/** Parses `phone=+41 44 000 00 00` into kind and value; any other text is the location itself. */
function location(text: string): { value: string; optionValue: string } {
  const [kind = "", ...rest] = text.split("=");
  return hasOptionValue(kind)
    ? { value: kind, optionValue: rest.join("=") }
    : { value: text, optionValue: "" };
}
