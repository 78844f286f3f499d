import * as z from "zod";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { IGNORED_CHANGES, IGNORED_FIELDS } from "./ignored-fields.ts";
import { EventTypeCreate, EventTypeUpdate } from "./input.ts";
import { DEFAULT_LOCATION, hasOptionValue } from "./location.ts";

const isObject = (sent: unknown): sent is Record<string, unknown> =>
  typeof sent === "object" && sent !== null;

/**
 * Locations as Cal.com's API v1 has them become locations of the specification: `{ type }` is the kind, and its other members have no
 * effect. Kinds which the attendee fills in are left out, because an event type has no number or address of theirs.
 */
function withoutTypes(sent: unknown): unknown {
  if (!Array.isArray(sent)) return sent;
  return sent.flatMap((one: unknown) => {
    if (!isObject(one) || !("type" in one) || "value" in one) return [one];
    return typeof one["type"] === "string" && hasOptionValue(one["type"]) ? [] : [{ value: one["type"] }];
  });
}

/** A date. An instant, `2031-03-04T09:00:00.000Z`, means its date in UTC. */
const SentDate = z.preprocess(
  (sent) => (typeof sent === "string" ? sent.replace(/T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/, "") : sent),
  z.iso.date().nullable(),
);

/** Fields which clients of Cal.com's API v1 send in a form of their own; each accepts what its namesake of `EventType` does, too. */
const forms = {
  locations: z.preprocess(withoutTypes, EventTypeUpdate.shape.locations.unwrap()),
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
  locations: forms.locations.default([DEFAULT_LOCATION]),
  currency: forms.currency.default("USD"),
  periodCountCalendarDays: forms.periodCountCalendarDays.default(true),
  periodStartDate: forms.periodStartDate.default(null),
  periodEndDate: forms.periodEndDate.default(null),
  ...IGNORED_FIELDS,
});

/** Body of `PATCH /event-types/{id}`: any of the fields, at least one. */
export const EventTypeUpdateBody = updateSchema({ ...EventTypeUpdate.shape, ...forms, ...IGNORED_CHANGES });
