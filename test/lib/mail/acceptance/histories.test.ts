import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { MailMessage } from "#lib/mail/message.ts";
import { attendeeRequest } from "#test/support/builders/booking-parts.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { HandlerResponse } from "#test/support/calls/invoke.ts";
import { mailService, SENT, useMails } from "#test/support/cloud/mails.ts";
import { ItipCalendar } from "#test/support/model/itip-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";

const { clock, settle, wait } = useMails();

const RUNS = runCount(20);
const HOUR = 3_600_000;
const PEOPLE = ["ann", "bea", "carl"].map((name) => `${name}@example.com`);
const [BOOKER, ...GUESTS] = PEOPLE;
const STATUSES = {
  accept: "ACCEPTED",
  "un-cancel": "ACCEPTED",
  pending: "PENDING",
  reject: "REJECTED",
} as const;

/** A request about the booking. Time passes before it (seconds), and mails are sent after it, unless they wait. */
const Step = fc.record({
  does: fc.constantFrom(
    ...(["move", "reschedule", "accept", "pending", "reject", "cancel", "un-cancel"] as const),
    ...(["move and accept", "add", "remove"] as const),
  ),
  day: fc.nat(20),
  guests: fc.subarray(GUESTS),
  person: fc.nat(2),
  seconds: fc.constantFrom(0, 1),
  mail: fc.constantFrom("sent", "down", "waits"),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

const Booking = z.object({
  booking: z.object({
    ...{ id: z.int(), uid: z.string(), status: z.string(), startTime: z.string(), endTime: z.string() },
    attendees: z.array(z.object({ id: z.int(), email: z.string() })),
  }),
});
type Booking = z.output<typeof Booking>["booking"];

/** How many requests of each kind succeeded, so that no kind is only rejected. */
const succeeded = new Map<Step["does"], number>();

/** One host with one booking, changed by the endpoints, and the mails about it. */
class History {
  readonly messages: MailMessage[] = [];
  readonly host: Caller;
  readonly #eventTypeId: number;
  readonly #firstDay = Math.ceil(clock.now() / HOUR) * HOUR + 24 * HOUR;
  #id: unknown;
  #isDown = false;
  readonly #service = mailService((message) => {
    if (this.#isDown) return { outcome: "retry", reason: "421" };
    this.messages.push(message);
    return SENT;
  }).service;

  constructor(host: Caller, eventTypeId: number) {
    this.host = host;
    this.#eventTypeId = eventTypeId;
  }

  async get(): Promise<Booking> {
    const { json } = await callEndpoint("bookings.get", this.host, { path: { id: String(this.#id) } });
    return Booking.parse(json).booking;
  }

  async book(day: number, guests: readonly string[], rescheduleUid?: string): Promise<HandlerResponse> {
    const responses = { name: "Ann", email: BOOKER, guests };
    const start = this.#startOn(day);
    const body = bookingRequest(this.#eventTypeId, {
      start,
      responses,
      ...(rescheduleUid && { rescheduleUid }),
    });
    const response = await callEndpoint("bookings.create", this.host, { body });
    if (response.status === 200) this.#id = response.json["id"];
    return response;
  }

  async make(step: Step): Promise<void> {
    clock.advance(step.seconds);
    const { status } = await this.#request(step, await this.get());
    expect(status).toBeLessThan(500);
    if (status === 200) succeeded.set(step.does, 1 + (succeeded.get(step.does) ?? 0));
    await this.send(step.mail);
  }

  /** Sends the mails about what happened. While the server is down, an attempt fails; `waits`: there is none. */
  async send(mail: Step["mail"]): Promise<void> {
    this.#isDown = mail === "down";
    if (mail !== "waits") await settle(this.#service);
  }

  /** Sends all mails, also those whose attempts have failed. */
  async sendAll(): Promise<void> {
    await this.send("sent");
    for (const seconds of [10, 100, 500]) await wait(seconds, this.#service);
  }

  #request({ does, day, guests, person }: Step, booking: Booking): Promise<HandlerResponse> {
    const { id, uid, attendees } = booking;
    const email = PEOPLE[person] ?? "";
    switch (does) {
      case "move":
        return change(this.host, id, { start: this.#startOn(day) });
      case "move and accept":
        return change(this.host, id, { start: this.#startOn(day), status: "ACCEPTED" });
      case "reschedule":
        return this.book(day, guests, uid);
      case "cancel":
        return cancel(this.host, id);
      case "add":
        return callEndpoint("attendees.create", this.host, { body: attendeeRequest(id, { email }) });
      case "remove": {
        const attendee = attendees.find((each) => each.email === email);
        return callEndpoint("attendees.delete", this.host, { path: { id: String(attendee?.id ?? 1e9) } });
      }
      default:
        return change(this.host, id, { status: STATUSES[does] });
    }
  }

  #startOn = (day: number): string => new Date(this.#firstDay + day * 24 * HOUR).toISOString();
}

test(
  "everybody's calendar shows the booking as it is, in whatever order the mails of its history arrive",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ requiresConfirmation: fc.boolean(), guests: fc.subarray(GUESTS) }),
        fc.array(Step, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async ({ requiresConfirmation, guests }, steps, ranks) => {
          const host = await makeHost();
          const { id } = await makeEventType(host, { requiresConfirmation });
          const history = new History(host, id);
          expect((await history.book(0, guests)).status).toBe(200);
          await history.send("sent");
          for (const step of steps) await history.make(step);
          await history.sendAll();
          const arrived = history.messages.map((message) => ({ message, rank: Number(ranks.next().value) }));
          arrived.sort((one, other) => one.rank - other.rank);
          const { status, startTime, endTime, attendees } = await history.get();
          const event = { start: Date.parse(startTime), end: Date.parse(endTime) };
          const invited = new Set(attendees.map(({ email }) => email));
          const found = Object.fromEntries(
            PEOPLE.map((person) => {
              const calendar = new ItipCalendar();
              for (const { message } of arrived) if (message.to === person) calendar.receive(message.raw);
              return [person, calendar.events()];
            }),
          );
          const expected = PEOPLE.map((person) => [
            person,
            status === "ACCEPTED" && invited.has(person) ? [event] : [],
          ]);
          expect(found).toEqual(Object.fromEntries(expected));
        },
      ),
      { numRuns: RUNS },
    );
    expect(succeeded.size).toBe(10);
  },
  timeoutFor(RUNS),
);
