import { type Command, InvalidArgumentError } from "commander";
import { repeated, textOrNone, wholeNumber, wholeNumberOrNone, word } from "./parse-options.ts";

/** Adds the options of all fields an event type has beside title and length. */
export const withEventTypeFields = (command: Command): Command =>
  command
    .option("--slug <slug>", "unique among those of the host (made from the title when not given)")
    .option("--description <text>", "shown to who books, or none", textOrNone)
    .option(
      "--other-length <minutes>",
      "another length that may be booked; may be repeated",
      repeated(wholeNumber),
    )
    .option("--hidden", "nobody can book it")
    .option("--no-hidden", "it can be booked")
    .option(
      "--location <kind>",
      "such as link, integrations:meet, phone=<number>; may be repeated",
      repeated(location),
    )
    .option(
      "--booking-field <json>",
      'a question, such as {"name":"firm","type":"text"}; may be repeated',
      repeated(json),
    )
    .option("--requires-confirmation", "bookings wait until the host confirms them")
    .option("--no-requires-confirmation", "bookings are accepted at once")
    .option("--minimum-booking-notice <minutes>", "how long before its start it can be booked", wholeNumber)
    .option("--before-event-buffer <minutes>", "time kept free before", wholeNumber)
    .option("--after-event-buffer <minutes>", "time kept free after", wholeNumber)
    .option("--seats-per-time-slot <seats>", "how many may share a time, or none", wholeNumberOrNone)
    .option("--price <amount>", "in minor units of the currency", wholeNumber)
    .option("--currency <code>", "ISO 4217 code", word)
    .option("--period-type <type>", "UNLIMITED, or ROLLING for the next --period-days", word)
    .option("--period-days <days>", "how far ahead it can be booked, or none", wholeNumberOrNone)
    .option("--team <id>", "id of the team it belongs to, or none", wholeNumberOrNone)
    .option("--bookable-by <who>", "owner or anyone");

/** `phone=+41 44 000 00 00` → its kind and what belongs to it. */
function location(text: string): { value: string; optionValue: string } {
  const [value = "", ...rest] = text.split("=");
  return { value, optionValue: rest.join("=") };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("It must be JSON.");
  }
}
