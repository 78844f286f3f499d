import * as z from "zod";
import { Location } from "#lib/event-types/location.ts";
import { EventTypeId } from "#lib/event-types/summary.ts";
import { Instant } from "#lib/platform/instant.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { BookingDescription } from "./description.ts";
import { FREE_JSON_SIZE, FreeJson, refuseUnkeepable } from "./free-json.ts";
import { IGNORE_AVAILABILITY } from "./ignore-availability.ts";

const Email = z.email().max(254);
const Name = z.union([
  z.string().overwrite(trimSpace).min(1).max(200),
  z
    .object({
      firstName: z.string().overwrite(trimSpace).min(1).max(100).describe("First name."),
      lastName: z.string().overwrite(trimSpace).max(100).default("").describe("Last name."),
    })
    .transform(({ firstName, lastName }) => trimSpace(`${firstName} ${lastName}`)),
]);
const Guests = z.array(Email).max(10);
/** Anything else than text, so that `Location` says what is wrong with it. */
const LocationPair = z.unknown().meta({
  type: "object",
  properties: {
    value: { type: "string", maxLength: 1_000, description: "Kind of location, or any text." },
    optionValue: {
      type: "string",
      maxLength: 1_000,
      description: "Phone number or address, if the kind needs one.",
    },
  },
  required: ["value"],
});
const LocationInput = z
  .union([
    z
      .string()
      .max(1_000)
      .transform((value) => ({ value, optionValue: "" })),
    LocationPair,
  ])
  .pipe(Location);

const isEmpty = (value: unknown): boolean => value === "" || value === null;
/** Empty text stands for nothing: the older form sends it for what was not filled in. */
const orNothing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());
const withoutValue = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "value" in value && isEmpty(value.value);

/** UTF-16 units of the name of an answer: payloads of events hold it as the label, too. */
const LONGEST_NAME = 200;

/** The answers this service knows, and any others: to an event type's own questions or to those of the client. */
const Responses = z
  .looseObject({
    name: Name.describe("Name of the booker: text, or an object with `firstName` and `lastName`."),
    email: Email.describe("Email address of the booker."),
    location: z
      .preprocess((value) => (withoutValue(value) ? undefined : value), orNothing(LocationInput))
      .describe("Where the meeting takes place; the event type's first location if missing."),
    guests: orNothing(Guests).describe("Email addresses of up to 10 more attendees."),
    notes: orNothing(z.string().max(16_384)).describe("Notes for the host."),
    smsReminderNumber: orNothing(z.string().max(32)).describe(
      "Phone number for reminders. This service sends none.",
    ),
    rescheduleReason: orNothing(z.string().max(2_000)).describe("Why the booking is rescheduled."),
  })
  .refine((answers) => Object.keys(answers).every((name) => name.length <= LONGEST_NAME), {
    error: `must not have a field name longer than ${LONGEST_NAME} characters`,
  })
  .superRefine(refuseUnkeepable)
  .meta(FREE_JSON_SIZE);
export type Responses = z.output<typeof Responses>;

/** The older form carries the answers at the top level instead of in `responses`, and its own ones in `customInputs`. */
function withResponses(body: unknown): unknown {
  if (typeof body !== "object" || body === null || "responses" in body) return body;
  const answers = Object.entries(body).filter(([name]) => Object.hasOwn(Responses.shape, name));
  const custom = "customInputs" in body ? body.customInputs : undefined;
  return { ...body, responses: { ...labelled(custom), ...Object.fromEntries(answers) } };
}

/** The older form's own answers: an object, or a list of `{ label, value }`. */
function labelled(custom: unknown): object {
  const list = z.array(z.object({ label: z.string(), value: z.unknown() })).safeParse(custom);
  if (list.success) return Object.fromEntries(list.data.map(({ label, value }) => [label, value]));
  return typeof custom === "object" && custom !== null ? custom : {};
}

/** Body of `POST /bookings`: unknown fields are ignored, as older clients send some. */
export const BookingCreate = z.preprocess(
  withResponses,
  z.object({
    eventTypeId: EventTypeId.describe("Id of the event type to book."),
    start: Instant.describe("Start: ISO 8601, UTC if it has no offset."),
    end: orNothing(Instant).describe(
      "End. If missing, `start` and the event type's length; otherwise one of its lengths.",
    ),
    timeZone: orNothing(TimeZone).describe("IANA time zone of the booker; the host's if missing."),
    language: orNothing(
      z
        .string()
        .max(35, { abort: true })
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language such as en"),
    )
      .transform((language) => language ?? "en")
      .describe("Language of the booker, such as `en`."),
    metadata: orNothing(FreeJson)
      .transform((metadata) => metadata ?? {})
      .describe("Free data, up to 32 KB, returned with the booking."),
    responses: Responses.describe(
      "Answers to the booking form by field name: these fields and those of the event type's `bookingFields`.",
    ),
    title: orNothing(z.string().max(500)).describe(
      "Title; generated from the event type and the names if missing.",
    ),
    description: orNothing(BookingDescription).describe("Description of the meeting."),
    recurringEventId: orNothing(z.union([z.string().max(200), z.int().transform(String)])).describe(
      "Id of a series, chosen by the client. Bookings with the same id can be cancelled together.",
    ),
    rescheduleUid: orNothing(z.string().max(100)).describe("`uid` of a booking that this one replaces."),
    reservationUid: orNothing(z.string().max(100)).describe(
      "`uid` of a reservation. The booking gets its time, which must be the time of the booking.",
    ),
    userId: orNothing(WholeNumber).describe("Host, for event types with several hosts: one of them."),
    idempotencyKey: orNothing(z.string().min(1).max(255)).describe(
      "A second booking with the same key fails while the first exists. Prefer the header `Idempotency-Key`.",
    ),
    ignoreAvailability: orNothing(z.boolean()).describe(IGNORE_AVAILABILITY),
  }),
);
export type BookingCreate = z.output<typeof BookingCreate>;
