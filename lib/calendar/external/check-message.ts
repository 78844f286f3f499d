import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { QueueMessage } from "#lib/platform/queue.ts";

/** A message of the `calendars` queue: a calendar to check. */
export const CheckMessage = z.object({ userId: z.int(), calendarId: z.int() });
export type CheckMessage = z.output<typeof CheckMessage>;

/** Milliseconds in which further messages for a calendar are discarded. */
export const PAUSE = 10_000;

/** A message that SQS discards if one for the same calendar has just been sent. The calendars of a user are checked one by one. */
export const checkMessage = ({ userId, calendarId }: CheckMessage): QueueMessage => ({
  body: { userId, calendarId },
  group: String(userId),
  deduplicationId: `${calendarId}-${Math.floor(now() / PAUSE)}`,
});
