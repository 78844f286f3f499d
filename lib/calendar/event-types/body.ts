import * as z from "zod";
import { parseInstant } from "#lib/platform/instant.ts";
import { isObject } from "#lib/platform/is-object.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { IGNORED_CHANGES, IGNORED_FIELDS } from "./ignored-fields.ts";
import { EventTypeCreate, EventTypeUpdate } from "./input.ts";
import { DEFAULT_LOCATION, hasOptionValue } from "./location.ts";
import { SentBookingFields } from "./sent-booking-fields.ts";

/**
 * Converts locations of Cal.com's API v1 to those of the specification: `{ type }` is the kind, and its other members have no effect.
 * Kinds that need a number or address of the attendee are removed, because an event type has none.
 */
function convertLocations(sent: unknown): unknown {
  if (!Array.isArray(sent)) return sent;
  return sent.flatMap((location: unknown) => {
    if (!isObject(location) || !("type" in location) || "value" in location) return [location];
    const { type } = location;
    return typeof type === "string" && hasOptionValue(type) ? [] : [{ value: type }];
  });
}

/** A date. An instant, such as `2031-03-04T09:00:00.000Z`, means its date in UTC. */
const SentDate = z.preprocess((sent) => {
  const time = typeof sent === "string" ? parseInstant(sent) : undefined;
  return time === undefined ? sent : new Date(time).toISOString().slice(0, 10);
}, z.iso.date().nullable());

/** Fields with another format in Cal.com's API v1. Each also accepts the format of the same field of `EventType`. */
const v1Fields = {
  locations: z.preprocess(convertLocations, EventTypeUpdate.shape.locations.unwrap()),
  bookingFields: SentBookingFields,
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "must be an ISO 4217 code")
    .toUpperCase()
    .describe("Currency of the price, ISO 4217, in any case."),
  periodCountCalendarDays: z
    .preprocess((sent) => (sent === null ? false : sent), z.boolean())
    .describe("If false, `periodDays` counts only Monday to Friday. Default: true."),
  periodStartDate: SentDate.describe("First day of a `RANGE`, in the schedule's time zone."),
  periodEndDate: SentDate.describe("Last day of a `RANGE`, inclusive."),
};

/** Body of `POST /event-types`. */
export const EventTypeCreateBody = z.strictObject({
  ...EventTypeCreate.shape,
  locations: v1Fields.locations.default([DEFAULT_LOCATION]),
  bookingFields: v1Fields.bookingFields.default([]),
  currency: v1Fields.currency.default("USD"),
  periodCountCalendarDays: v1Fields.periodCountCalendarDays.default(true),
  periodStartDate: v1Fields.periodStartDate.default(null),
  periodEndDate: v1Fields.periodEndDate.default(null),
  ...IGNORED_FIELDS,
});

/** Body of `PATCH /event-types/{id}`: at least one of the fields. */
export const EventTypeUpdateBody = updateSchema({
  ...EventTypeUpdate.shape,
  ...v1Fields,
  ...IGNORED_CHANGES,
});
