import { randomInt } from "node:crypto";
import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { ProbedId } from "./probed.ts";

/** The path parameters and the body of a call. */
export interface Sent {
  path?: Record<string, string>;
  body?: object;
}

/** The response of an endpoint, with its parsed body. */
export interface Reply {
  statusCode: number;
  body: Record<string, unknown>;
}

/** Calls an endpoint of the service under test, by Lambda or by HTTP. */
export type SendCall = (id: ProbedId, route: string, sent: Sent) => Promise<Reply>;

/** A response was not the expected one. The message contains the endpoint. */
export class TrialFailed extends Error {
  override name = "TrialFailed";
}

/** A booking that tests a service, and the request that created it. */
export interface TrialBooking {
  id: number;
  request: {
    eventTypeId: number;
    start: string;
    responses: { name: string; email: string };
    /** The host may have a schedule. */
    ignoreAvailability: true;
    /** The addresses do not exist, and bounced mails count against the service. */
    sendEmails: false;
  };
}

const Booked = z.looseObject({ id: z.int() });
const Read = z.object({ booking: z.looseObject({ status: z.string() }) });

const DAY_MILLISECONDS = 86_400_000;
const SLOTS = { firstInDays: 2, spreadDays: 28, minutes: 15 };
const CONFLICT = 409;
const TRIES = 3;

/**
 * Books a random time in the next weeks. If it is not free, tries another one, because several tests may run at the same time.
 *
 * @throws {TrialFailed} if the response is not 200
 */
export async function bookTrial(
  call: SendCall,
  { eventTypeId, booker }: { eventTypeId: number; booker: { name: string; email: string } },
): Promise<TrialBooking> {
  for (let attempt = 1; ; attempt += 1) {
    const request = {
      eventTypeId,
      start: randomStart(),
      responses: booker,
      ignoreAvailability: true,
      sendEmails: false,
    } as const;
    const reply = await call("bookings.create", "POST /bookings", { body: request });
    if (reply.statusCode === CONFLICT && attempt < TRIES) continue;
    requireSuccess("bookings.create", reply);
    return { id: Booked.parse(reply.body).id, request };
  }
}

/**
 * Cancels a booking and reads it.
 *
 * @throws {TrialFailed} if a response is not 200, or the booking is not cancelled
 */
export async function cancelTrial(call: SendCall, id: number): Promise<void> {
  const path = { id: String(id) };
  requireSuccess("bookings.cancel", await call("bookings.cancel", "DELETE /bookings/{id}/cancel", { path }));
  const read = await call("bookings.get", "GET /bookings/{id}", { path });
  requireSuccess("bookings.get", read);
  const { status } = Read.parse(read.body).booking;
  if (status !== "CANCELLED") throw new TrialFailed(`the booking is ${status} after it was cancelled`);
}

function requireSuccess(id: ProbedId, { statusCode }: Reply): void {
  if (statusCode !== 200) throw new TrialFailed(`${id} returned ${statusCode}`);
}

function randomStart(): string {
  const slot = randomInt((SLOTS.spreadDays * 24 * 60) / SLOTS.minutes) * SLOTS.minutes * 60_000;
  const midnight = Math.floor(now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  return new Date(midnight + SLOTS.firstInDays * DAY_MILLISECONDS + slot).toISOString();
}
