import * as z from "zod";
import { EventTypeId } from "#lib/event-types/model.ts";
import { Instant } from "#lib/platform/instant.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { FreeJson } from "./free-json.ts";
import { Location } from "./location.ts";

const Email = z.email().max(254);
const Name = z.union([
  z.string().trim().min(1).max(200),
  z
    .object({
      firstName: z.string().trim().min(1).max(100),
      lastName: z.string().trim().max(100).default(""),
    })
    .transform(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()),
]);
const Guests = z.array(Email).max(10);
const LocationInput = z
  .union([z.string().transform((value) => ({ value, optionValue: "" })), z.unknown()])
  .pipe(Location);

/** Empty text and empty lists stand for nothing in the older form. */
const orNothing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());

const Responses = FreeJson.pipe(
  z.looseObject({
    name: Name,
    email: Email,
    location: orNothing(LocationInput),
    guests: orNothing(Guests),
    notes: orNothing(z.string().max(16_384)),
    smsReminderNumber: orNothing(z.string().max(32)),
    rescheduleReason: orNothing(z.string().max(2_000)),
  }),
);
export type Responses = z.output<typeof Responses>;

const LOOSE_FIELDS = ["name", "email", "guests", "notes", "location", "smsReminderNumber"] as const;

/** The older form carries the answers at the top level instead of in `responses`. */
function withResponses(body: unknown): unknown {
  if (typeof body !== "object" || body === null || "responses" in body) return body;
  const fields: Record<string, unknown> = { ...body };
  const answers = LOOSE_FIELDS.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
  const custom = fields["customInputs"];
  return {
    ...fields,
    responses: { ...(typeof custom === "object" ? custom : {}), ...Object.fromEntries(answers) },
  };
}

/** Body of `POST /bookings` (decisions §3): unknown fields are ignored, as older clients send some. */
export const BookingCreate = z.preprocess(
  withResponses,
  z.object({
    eventTypeId: EventTypeId,
    start: Instant,
    end: orNothing(Instant),
    timeZone: orNothing(TimeZone),
    language: orNothing(
      z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language such as en"),
    ).transform((language) => language ?? "en"),
    metadata: orNothing(FreeJson).transform((metadata) => metadata ?? {}),
    responses: Responses,
    title: orNothing(z.string().max(500)),
    description: orNothing(z.string().refine((text) => Buffer.byteLength(text) <= 16_384, "is over 16 KB")),
    recurringEventId: orNothing(z.union([z.string().max(200), z.int().transform(String)])),
    idempotencyKey: orNothing(z.string().min(1).max(255)),
  }),
);
export type BookingCreate = z.output<typeof BookingCreate>;
