import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import type { MailMessage } from "#lib/mail/message.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { attendeeRequest } from "#test/support/builders/booking-parts.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { connectDestination } from "#test/support/builders/calendar-hosts.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { HandlerResponse } from "#test/support/calls/invoke.ts";
import { mailService, SENT, useMails } from "#test/support/cloud/mails.ts";
import { ItipCalendar } from "#test/support/model/itip-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";

const { clock, settle, wait } = useMails();

const RUNS = runCount(20);
const HOUR = 3_600_000;
const ATTENDEES = ["ann", "bea", "carl"].map((name) => `${name}@example.com`);
const [BOOKER, ...GUESTS] = ATTENDEES;
/** Who hosts the bookings of an event type: one of two people, or both. */
const HOSTING = ["first", "second", "both"] as const;
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
  hosting: fc.constantFrom(...HOSTING),
  person: fc.nat(2),
  seconds: fc.constantFrom(0, 1),
  mail: fc.constantFrom("sent", "down", "waits"),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

const Created = z.object({ id: z.int(), userId: z.int() });
type Created = z.output<typeof Created>;

/** Two hosts, and an event type for each way to host. */
interface Hosts {
  /** May change the bookings of all event types. */
  caller: Caller;
  hosts: readonly Caller[];
  eventTypes: Record<(typeof HOSTING)[number], EventType>;
}

/** Creates two hosts; some have a calendar that their bookings are written to. */
async function makeHosts(destinations: readonly number[], requiresConfirmation: boolean): Promise<Hosts> {
  const team = await makeTeamOfHosts(2);
  const [first, second] = team.hosts;
  for (const at of destinations) await connectDestination(team.hosts[at] ?? first);
  return {
    caller: await makeHost("ADMIN"),
    hosts: [first, second],
    eventTypes: {
      first: await makeEventType(first, { requiresConfirmation }),
      second: await makeEventType(second, { requiresConfirmation }),
      both: await makeTeamEventType(team, "COLLECTIVE", { requiresConfirmation }),
    },
  };
}

/** How many requests of each kind succeeded, so that no kind is only rejected. */
const succeeded = new Map<Step["does"], number>();

/** One booking, changed by the endpoints, and the mails about it. */
class History {
  readonly messages: MailMessage[] = [];
  readonly #caller: Caller;
  readonly #eventTypes: Hosts["eventTypes"];
  readonly #firstDay = Math.ceil(clock.now() / HOUR) * HOUR + 24 * HOUR;
  #key: Created = { id: 0, userId: 0 };
  #isDown = false;
  readonly #service = mailService((message) => {
    if (this.#isDown) return { outcome: "retry", reason: "421" };
    this.messages.push(message);
    return SENT;
  }).service;

  constructor({ caller, eventTypes }: Hosts) {
    this.#caller = caller;
    this.#eventTypes = eventTypes;
  }

  async get(): Promise<StoredBooking> {
    const booking = await findItem(BookingItem, this.#key);
    if (!booking) throw new Error("The booking is gone.");
    return booking;
  }

  async book(
    { day, guests, hosting }: Pick<Step, "day" | "guests" | "hosting">,
    rescheduleUid?: string,
  ): Promise<HandlerResponse> {
    const body = bookingRequest(this.#eventTypes[hosting].id, {
      ...{ start: this.#startOn(day), responses: { name: "Ann", email: BOOKER, guests } },
      ...(rescheduleUid && { rescheduleUid }),
    });
    const response = await callEndpoint("bookings.create", this.#caller, { body });
    if (response.status === 200) this.#key = Created.parse(response.json);
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

  #request(step: Step, { id, uid, attendees }: StoredBooking): Promise<HandlerResponse> {
    const { does, day, person } = step;
    const email = ATTENDEES[person] ?? "";
    switch (does) {
      case "move":
        return change(this.#caller, id, { start: this.#startOn(day) });
      case "move and accept":
        return change(this.#caller, id, { start: this.#startOn(day), status: "ACCEPTED" });
      case "reschedule":
        return this.book(step, uid);
      case "cancel":
        return cancel(this.#caller, id);
      case "add":
        return callEndpoint("attendees.create", this.#caller, { body: attendeeRequest(id, { email }) });
      case "remove": {
        const attendee = attendees.find((each) => each.email === email);
        return callEndpoint("attendees.delete", this.#caller, { path: { id: String(attendee?.id ?? 1e9) } });
      }
      default:
        return change(this.#caller, id, { status: STATUSES[does] });
    }
  }

  #startOn = (day: number): string => new Date(this.#firstDay + day * 24 * HOUR).toISOString();
}

/** The events in the calendar of each person who got these messages. */
const eventsOf = (people: readonly string[], messages: readonly MailMessage[]) =>
  people.map((person) => {
    const calendar = new ItipCalendar();
    for (const { to, raw } of messages) if (to === person) calendar.receive(raw);
    return { person, events: calendar.events() };
  });

/** The events that mails should have put into the calendar of each person. Those of a host with a destination do not come by mail. */
function expectedEvents(
  people: readonly string[],
  { status, startTime, endTime, attendees, user, otherHosts = [] }: StoredBooking,
  withDestination: readonly string[],
): ReturnType<typeof eventsOf> {
  const event = { start: Date.parse(startTime), end: Date.parse(endTime) };
  const invited = new Set([...attendees, user, ...otherHosts].map(({ email }) => email));
  for (const host of withDestination) invited.delete(host);
  return people.map((person) => ({
    person,
    events: status === "ACCEPTED" && invited.has(person) ? [event] : [],
  }));
}

const FIRST = { requiresConfirmation: false, guests: GUESTS, hosting: "first" as const, destinations: [] };
const step = (does: Step["does"], fields: Partial<Step> = {}): Step => ({
  ...{ does, day: 3, guests: GUESTS, hosting: "first", person: 0, seconds: 1, mail: "sent" },
  ...fields,
});

/** A history in which a request of each kind succeeds, and histories that once left a wrong calendar. */
const EXAMPLES = [
  [
    ...[step("accept"), step("move", { day: 4 }), step("reschedule", { day: 5 }), step("pending")],
    ...[step("move and accept", { day: 6 }), step("remove", { person: 1 }), step("add", { person: 1 })],
    ...[step("cancel"), step("un-cancel"), step("pending"), step("reject")],
  ],
  // A request that replaced an accepted booking changes before its first mail is sent.
  [step("accept"), step("reschedule", { mail: "waits" }), step("move", { day: 4 })],
  // The replacement of a rejected booking drops a guest who was not notified.
  [step("reject", { mail: "down" }), step("reschedule", { guests: [], day: 4 })],
  // A guest leaves before the others were notified that the booking is a request again.
  [step("pending", { mail: "waits" }), step("remove")],
  // A cancellation waits while the booking changes again.
  [step("pending", { mail: "down" }), step("move", { day: 4 })],
  [step("reject", { mail: "down" }), step("move", { day: 4 })],
].map((steps): [typeof FIRST, Step[], number[]] => [
  { ...FIRST, requiresConfirmation: steps[0]?.does === "accept" },
  steps,
  [0],
]);

test(
  "the calendars of all guests and hosts show the booking as it is, in whatever order the mails of its history arrive",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          ...{ requiresConfirmation: fc.boolean(), guests: fc.subarray(GUESTS) },
          ...{ hosting: fc.constantFrom(...HOSTING), destinations: fc.subarray([0, 1]) },
        }),
        fc.array(Step, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 50, maxLength: 50 }),
        async ({ requiresConfirmation, destinations, ...first }, steps, ranks) => {
          const made = await makeHosts(destinations, requiresConfirmation);
          const history = new History(made);
          expect((await history.book({ day: 0, ...first })).status).toBe(200);
          await history.send("sent");
          for (const step of steps) await history.make(step);
          await history.sendAll();
          const arrived = history.messages
            .map((message, at) => ({ message, rank: ranks[at % ranks.length] ?? 0 }))
            .sort((one, other) => one.rank - other.rank)
            .map(({ message }) => message);
          const hosts = made.hosts.map(({ userId }) => `host${userId}@example.com`);
          const withDestination = hosts.filter((_, at) => destinations.includes(at));
          const people = [...ATTENDEES, ...hosts];
          expect(eventsOf(people, arrived)).toEqual(
            expectedEvents(people, await history.get(), withDestination),
          );
        },
      ),
      { numRuns: RUNS, examples: EXAMPLES },
    );
    expect(succeeded.size).toBe(10);
  },
  timeoutFor(RUNS),
);
