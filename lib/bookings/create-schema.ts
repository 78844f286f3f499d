import * as z from "zod";
import { Location } from "#lib/calendar/event-types/location.ts";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { Instant } from "#lib/platform/instant.ts";
import { isObject } from "#lib/platform/is-object.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { FREE_JSON_SIZE, FreeJson, rejectUnstorable } from "./free-json.ts";
import { BookingDescription, IGNORE_AVAILABILITY } from "./input-fields.ts";

const Email = z.email().max(254);
const NameText = z.string().overwrite(trimSpace).min(1).max(200);
const Name = z.union([
  NameText,
  z
    .object({
      firstName: z.string().overwrite(trimSpace).min(1).max(100).describe("First name."),
      lastName: z.string().overwrite(trimSpace).max(100).default("").describe("Last name."),
    })
    .transform(({ firstName, lastName }) => trimSpace(`${firstName} ${lastName}`)),
]);
const Guests = z.array(Email).max(10);
/** Any value that is not text, so that `Location` reports what is wrong with it. */
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
/** Treats empty text as missing: clients of the older form send it for fields that are not filled in. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());
const withoutValue = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "value" in value && isEmpty(value.value);

/** UTF-16 units of the name of an answer, which is also its label in payloads of events. */
const LONGEST_NAME = 200;

/** The answers that this service uses, and any others: to questions of the event type or of the client. */
const Responses = z
  .looseObject({
    name: Name.describe("Name of the booker: text, or an object with `firstName` and `lastName`."),
    email: Email.describe("Email address of the booker."),
    location: z
      .preprocess((value) => (withoutValue(value) ? undefined : value), optional(LocationInput))
      .describe("Where the meeting takes place; the event type's first location if missing."),
    guests: optional(Guests).describe("Email addresses of up to 10 more attendees."),
    notes: optional(z.string().max(16_384)).describe("Notes for the host."),
    smsReminderNumber: optional(z.string().max(32)).describe("Phone number for reminders. Stored only."),
    rescheduleReason: optional(z.string().max(2_000)).describe("Why the booking is rescheduled."),
  })
  .refine((answers) => Object.keys(answers).every((name) => name.length <= LONGEST_NAME), {
    error: `must not have a field name longer than ${LONGEST_NAME} characters`,
  })
  .superRefine(rejectUnstorable)
  .meta(FREE_JSON_SIZE);
export type Responses = z.output<typeof Responses>;

/** A location without the form of older clients. `Location` reports what is wrong with its values. */
const PlainLocation = z
  .strictObject({
    value: z.string().max(1_000).describe("Kind of location, such as `link` or `phone`, or any text."),
    optionValue: z
      .string()
      .max(1_000)
      .optional()
      .describe("Phone number or address of the attendee, for `phone` and `attendeeInPerson`."),
  })
  .transform((location): unknown => location)
  .pipe(Location);

/** The same answers with one type for each field, for AI agents: not all of their programs understand a choice of types. */
export const PlainResponses = Responses.safeExtend({
  name: NameText.describe("Name of the booker."),
  location: optional(PlainLocation).describe(
    "Where the meeting takes place; the event type's first location if missing.",
  ),
}).meta(FREE_JSON_SIZE);

/** Moves the answers of the older form into `responses`: they are at the top level, and those to own questions in `customInputs`. */
function moveAnswers(body: unknown): unknown {
  if (!isObject(body) || Array.isArray(body) || "responses" in body) return body;
  const answers = Object.entries(body).filter(([name]) => Object.hasOwn(Responses.shape, name));
  const custom = parseCustomInputs(body["customInputs"]);
  return { ...body, responses: { ...custom, ...Object.fromEntries(answers) } };
}

const CustomInputs = z.array(z.object({ label: z.string(), value: z.unknown() }));

/** Reads `customInputs`: an object, or a list of `{ label, value }`. */
function parseCustomInputs(custom: unknown): object {
  const list = CustomInputs.safeParse(custom);
  if (list.success) return Object.fromEntries(list.data.map(({ label, value }) => [label, value]));
  return typeof custom === "object" && custom !== null ? custom : {};
}

/** Names of the older form at the top level of a body. */
const OLDER_NAMES = [...Object.keys(Responses.shape), "customInputs"];

/**
 * Converts a pointer to an answer if the body was sent in the older form. A problem of all answers together is that of `customInputs` or, without
 * them, of the notes.
 */
export function pointerToAnswer(pointer: string, body: unknown): string {
  const [, part, name, ...rest] = pointer.split("/");
  const isOlder = isObject(body) && !("responses" in body) && OLDER_NAMES.some((older) => older in body);
  if (part !== "responses" || !isOlder) return pointer;
  const { customInputs } = body;
  if (name === undefined) return customInputs === undefined ? "#/notes" : "#/customInputs";
  const isCustom = !(name in body) && name in parseCustomInputs(customInputs);
  if (Object.hasOwn(Responses.shape, name) && !isCustom) return ["#", name, ...rest].join("/");
  const list = CustomInputs.safeParse(customInputs).data ?? [];
  const index = list.findLastIndex(({ label }) => label === name);
  return ["#/customInputs", ...(index < 0 ? [name] : [index, "value"]), ...rest].join("/");
}

/** Body of `POST /bookings`: unknown fields are ignored, as older clients send some. */
export const BookingCreate = z.preprocess(
  moveAnswers,
  z.object({
    eventTypeId: EventTypeId.describe("Id of the event type to book."),
    start: Instant.describe("Start: ISO 8601, UTC if it has no offset."),
    end: optional(Instant).describe(
      "End. If missing, `start` and the event type's length; otherwise one of its lengths.",
    ),
    timeZone: optional(TimeZone).describe("IANA time zone of the booker; the host's if missing."),
    language: optional(
      z
        .string()
        .max(35, { abort: true })
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language such as en"),
    )
      .transform((language) => language ?? "en")
      .describe("Language of the booker, such as `en`."),
    metadata: optional(FreeJson)
      .transform((metadata) => metadata ?? {})
      .describe("Free data, up to 32 KB, returned with the booking."),
    responses: Responses.describe(
      "Answers to the booking form by field name: these fields and those of the event type's `bookingFields`.",
    ),
    title: optional(
      z
        .string()
        .overwrite(trimSpace)
        .max(500)
        .transform((title) => title || undefined),
    ).describe("Title; generated from the event type and the names if missing."),
    description: optional(BookingDescription).describe("Description of the meeting."),
    recurringEventId: optional(z.union([z.string().max(200), z.int().transform(String)])).describe(
      "Id of a series, chosen by the client. Bookings with the same id can be cancelled together. That of the booking of `rescheduleUid` if missing.",
    ),
    rescheduleUid: optional(z.string().max(100)).describe("`uid` of a booking that this one replaces."),
    reservationUid: optional(z.string().max(100)).describe(
      "`uid` of a reservation. The booking gets its time, which must be the time of the booking.",
    ),
    userId: optional(WholeNumber).describe("Host, for event types with several hosts: one of them."),
    idempotencyKey: optional(z.string().min(1).max(255)).describe(
      "A second booking with the same key fails while the first exists. Prefer the header `Idempotency-Key`.",
    ),
    ignoreAvailability: optional(z.boolean()).describe(IGNORE_AVAILABILITY),
    sendEmails: optional(z.boolean()).describe("False: no mails about it, ever."),
  }),
);
export type BookingCreate = z.output<typeof BookingCreate>;
