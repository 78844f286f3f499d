import * as z from "zod";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { SLUG } from "./slug.ts";

/** The id of an event type in a path or a body. */
export const EventTypeId = WholeNumber.describe("Id of the event type.");

/** Minutes that a booking can last. */
export const Length = z.int().min(1).max(2160);

/**
 * The fields of an event type that its bookings contain. They are not picked from `EventType`, because every function with bookings
 * would then create all schemas of event types at its cold start.
 */
export const summaryFields = {
  title: z.string().overwrite(trimSpace).min(1).max(200).describe("Name, for people."),
  slug: z.string().regex(SLUG).describe("Short name for URLs, unique for the user or team."),
  description: z.string().max(16_384).nullable().describe("Description, for people."),
  length: Length.describe("Length of a booking in minutes."),
  price: z
    .int()
    .min(0)
    .describe("Price in minor units of the currency: 5000 is 50.00. For information only."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code")
    .describe("ISO 4217 code, such as `USD`."),
  requiresConfirmation: z.boolean().describe("Whether bookings are `PENDING` until the host confirms them."),
  seatsPerTimeSlot: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe("Bookings that can share a slot; null means one."),
  teamId: z.int().min(0).nullable().describe("Id of the team; null for an event type of a user."),
};

/** The event type in a booking, as of the last write of the booking. */
export const EventTypeSummary = z
  .object({
    id: z.int().describe("Id of the event type."),
    ...summaryFields,
    teamName: z.string().nullable().describe("Name of the team; null for an event type of a user."),
  })
  .describe("The event type of a booking or webhook, as of its last change.");
export type EventTypeSummary = z.output<typeof EventTypeSummary>;
