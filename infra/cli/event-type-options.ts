import type { Command } from "commander";
import * as z from "zod";
import { hasOptionValue } from "#lib/event-types/location.ts";
import {
  collect,
  type Options,
  parseJson,
  parseOptions,
  parseTextOrNone,
  parseUpperCase,
  parseUpperCaseOrNone,
  parseWholeNumber,
  parseWholeNumberOrNone,
} from "./parse-options.ts";
import { parseTeamReference, resolveTeam, type TeamReference } from "./references.ts";

/** Adds the options of all fields of an event type except title and length. */
export const withEventTypeFields = (command: Command): Command =>
  withSlotFields(command)
    .option("--slug <slug>", "unique per host (default: generated from the title)")
    .option("--description <text>", "shown to attendees, or none", parseTextOrNone)
    .option("--other-length <minutes>", "another allowed length; can be repeated", collect(parseWholeNumber))
    .option("--hidden", "nobody can book it")
    .option("--no-hidden", "it can be booked")
    .option(
      "--location <kind>",
      "link, integrations:meet, phone=<number>, or a text; can be repeated",
      collect(parseLocation),
    )
    .option(
      "--booking-field <json>",
      'a question, such as {"name":"firm","type":"text"}; can be repeated',
      collect(parseJson),
    )
    .option("--requires-confirmation", "bookings wait until the host confirms them")
    .option("--no-requires-confirmation", "bookings are accepted immediately")
    .option("--minimum-booking-notice <minutes>", "minimum time between booking and start", parseWholeNumber)
    .option("--before-event-buffer <minutes>", "free time before a booking", parseWholeNumber)
    .option("--after-event-buffer <minutes>", "free time after a booking", parseWholeNumber)
    .option("--seats-per-time-slot <seats>", "seats that share a time, or none", parseWholeNumberOrNone)
    .option("--price <amount>", "in minor units of the currency", parseWholeNumber)
    .option("--currency <code>", "ISO 4217 code", parseUpperCase)
    .option("--team <team>", "id or slug of the team it belongs to, or none", parseTextOrNone)
    .option(
      "--scheduling-type <type>",
      "ROUND_ROBIN or COLLECTIVE for several hosts, or none",
      parseUpperCaseOrNone,
    )
    .option(
      "--hosts <json>",
      'the hosts, as [{"userId":1}] with isFixed, priority and weight; replaces all of them',
      parseJson,
    )
    .option("--bookable-by <who>", "owner or anyone");

/** Adds the options of the fields that decide when an event type can be booked. */
const withSlotFields = (command: Command): Command =>
  command
    .option(
      "--period-type <type>",
      "UNLIMITED, ROLLING for the next --period-days, or RANGE between two dates",
      parseUpperCase,
    )
    .option("--period-days <days>", "how far ahead it can be booked, or none", parseWholeNumberOrNone)
    .option("--period-count-calendar-days", "--period-days counts all days")
    .option("--no-period-count-calendar-days", "--period-days counts Monday to Friday only")
    .option(
      "--period-start-date <date>",
      "first day of a RANGE, such as 2031-03-04, or none",
      parseTextOrNone,
    )
    .option("--period-end-date <date>", "last day of a RANGE, or none", parseTextOrNone)
    .option("--schedule-id <id>", "a schedule of the host, or none for the default", parseWholeNumberOrNone)
    .option(
      "--slot-interval <minutes>",
      "from one slot to the next, or none for the length",
      parseWholeNumberOrNone,
    )
    .option("--offset-start <minutes>", "minutes added to the start of every slot", parseWholeNumber)
    .option(
      "--booking-limits <json>",
      'most bookings per period, such as {"PER_DAY":3}, or {} for none',
      parseJson,
    )
    .option(
      "--duration-limits <json>",
      'most minutes per period, such as {"PER_WEEK":600}, or {}',
      parseJson,
    );

/** Parses the team of an event type: null for none, undefined if the option is missing. */
export function parseTeamOption(options: Options): TeamReference | null | undefined {
  const { teamId } = parseOptions(z.object({ teamId: z.string().nullable().optional() }), options);
  return typeof teamId === "string" ? parseTeamReference(teamId) : teamId;
}

/** Replaces the team by a placeholder id, because only the service can find the id. */
export const withTeamPlaceholder = (options: Options): Options =>
  typeof options["team"] === "string" ? { ...options, team: 1 } : options;

/** Finds the team. Returns the field `teamId`, or nothing if the option is missing. */
export async function resolveTeamField(
  choice: TeamReference | null | undefined,
): Promise<{ teamId?: number | null }> {
  if (choice === undefined) return {};
  return { teamId: choice && (await resolveTeam(choice)).id };
}

/** Parses `phone=+41 44 000 00 00` into kind and value. Any other text is the location itself. */
function parseLocation(text: string): { value: string; optionValue: string } {
  const [kind = "", ...rest] = text.split("=");
  return hasOptionValue(kind)
    ? { value: kind, optionValue: rest.join("=") }
    : { value: text, optionValue: "" };
}
