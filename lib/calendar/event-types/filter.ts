import * as z from "zod";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** The query of the list of event types beside its pages. */
export const EventTypeFilter = z.object({
  slug: z.string().min(1).max(200).optional().describe("Only the event types with this slug."),
  teamId: WholeNumber.optional().describe("Only the event types of this team."),
  userId: WholeNumber.optional().describe("Event types of this user; other users only for system admins."),
});
export type EventTypeFilter = z.output<typeof EventTypeFilter>;
