import fc from "fast-check";
import { expect, test } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { MailBooking } from "#lib/mail/booking.ts";
import { createEmails, isInvited, listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { Email } from "#lib/mail/emails/entity.ts";
import { type MailService, sendEmail } from "#lib/mail/emails/send.ts";
import type { MailMessage } from "#lib/mail/message.ts";
import { plannedMails } from "#lib/mail/planned-mails.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { SENDER } from "#test/support/builders/mail-message.ts";
import { ItipCalendar } from "#test/support/model/itip-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const RUNS = runCount(15);
const RESPONSES = { name: "Ann", email: "ann@example.com" };
const START = Date.UTC(2099, 2, 4, 9);
const startOn = (day: number): string => new Date(START + day * 86_400_000).toISOString();

/** A change of a booking. `isMailDown`: its mails, and those that still wait, fail for now. */
const Step = fc.record({
  does: fc.constantFrom(
    "move",
    "replace",
    "cancel",
    "accept",
    "pending",
    "reject",
    "move and cancel",
    "move and accept",
  ),
  day: fc.nat(20),
  isMailDown: fc.boolean(),
});
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** One host with one booking, and everything that was mailed about it. */
class History {
  readonly messages: MailMessage[] = [];
  booking: StoredBooking;
  readonly #host: Caller;
  readonly #eventType: EventType;
  readonly #fannedOut = new Set<string>();
  readonly #emails: Email[] = [];
  readonly #ids: number[];
  #isMailDown = false;

  constructor(host: Caller, eventType: EventType, booking: StoredBooking) {
    this.#host = host;
    this.#eventType = eventType;
    this.booking = booking;
    this.#ids = [booking.id];
  }

  /** Makes a change, if the booking allows it, and what follows from it. */
  async make({ does, day, isMailDown }: Step): Promise<void> {
    const booking = (await findItem(BookingItem, this.booking)) ?? this.booking;
    const host = this.#host;
    const target = { id: booking.id };
    const patch = (fields: object) => updateBooking(host, target, BookingUpdate.parse(fields));
    const time = does.startsWith("move") ? { start: startOn(day) } : {};
    if (does === "replace") {
      if (booking.status === "CANCELLED") return;
      const fields = { start: startOn(day), rescheduleUid: booking.uid, responses: RESPONSES };
      this.booking = await reschedule(host, this.#eventType, fields);
      this.#ids.push(this.booking.id);
    } else if (does === "cancel") await cancelBooking(host, target, {});
    else await patch({ ...time, ...STATUS_AFTER[does] });
    this.#isMailDown = isMailDown;
    await this.#fanOut();
    await this.sendQueued();
  }

  /** Makes one attempt for each mail that waits. */
  async sendQueued(isMailDown = this.#isMailDown): Promise<void> {
    const service: MailService = {
      sender: SENDER,
      accountUrl: () => "https://bookings.example.com/account",
      linksFor: async () => ({}),
      send: async (message) => {
        if (isMailDown) return { outcome: "retry", reason: "421" };
        this.messages.push(message);
        return { outcome: "sent", transportId: message.id };
      },
    };
    for (const [at, email] of this.#emails.entries())
      this.#emails[at] = (await sendEmail(email, service)) ?? email;
  }

  async #fanOut(): Promise<void> {
    const events = await queryAll(EventItem, { userId: this.#host.userId });
    for (const event of events.filter(({ id }) => !this.#fannedOut.has(id))) {
      this.#fannedOut.add(event.id);
      const booking = MailBooking.parse(JSON.parse(event.payload));
      const lists = this.#ids.map((id) => listEmailsOfBooking(this.#host.userId, id));
      const earlier = (await Promise.all(lists)).flat();
      const planned = plannedMails(event.trigger, booking, {
        sendEmails: { attendees: true, hosts: false },
        isInvited: (person) => isInvited(earlier, person),
        hasDestination: () => false,
      });
      this.#emails.push(...(await createEmails(event, booking.iCalSequence, planned)));
    }
  }

  start = (): Promise<void> => this.#fanOut();
}

const STATUS_AFTER: Record<string, object> = {
  accept: { status: "ACCEPTED" },
  pending: { status: "PENDING" },
  reject: { status: "REJECTED" },
  "move and cancel": { status: "CANCELLED" },
  "move and accept": { status: "ACCEPTED" },
};

test(
  "a guest's calendar shows the booking as it is, if its mails arrive in any order",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        async (steps, order) => {
          let clock = Date.UTC(2098, 0, 1);
          setClock(() => clock);
          const host = await makeHost();
          const eventType = await makeEventType(host);
          const history = new History(
            host,
            eventType,
            await book(host, eventType, { start: startOn(0), responses: RESPONSES }),
          );
          await history.start();
          for (const step of steps) {
            clock += 120_000;
            await history.make(step);
          }
          clock += 120_000;
          await history.sendQueued(false);
          const calendar = new ItipCalendar();
          const arrived = history.messages.map((message, at) => ({ message, at: order[at] ?? 0 }));
          for (const { message } of arrived.sort((one, other) => one.at - other.at))
            calendar.receive(message.raw);
          const now = await findItem(BookingItem, history.booking);
          const { startTime = "", endTime = "", status } = now ?? {};
          const expected = { start: Date.parse(startTime), end: Date.parse(endTime) };
          expect(calendar.events()).toEqual(status === "ACCEPTED" ? [expected] : []);
        },
      ),
      {
        numRuns: RUNS,
        // A cancellation waits while the booking changes again.
        examples: (["pending", "reject"] as const).map((does): [Step[], number[]] => [
          [
            { does, day: 0, isMailDown: true },
            { does: "move", day: 1, isMailDown: false },
          ],
          Array<number>(40).fill(0),
        ]),
      },
    );
  },
  timeoutFor(RUNS),
);
