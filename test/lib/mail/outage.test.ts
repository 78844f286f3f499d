import { expect, it } from "vitest";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import { fanOut } from "#lib/workers/fan-out.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";
import { ItipCalendar } from "#test/support/model/itip-calendar.ts";
import { runCount } from "#test/support/model/runs.ts";

const { clock, takeEvents, settle, pass } = useMails();

const MINUTES = 60_000;
/** Bookings of the burst: `RUNS=1000` makes 1,000. */
const bookings = runCount(200);
const startOf = (minute: number): string => new Date(Date.parse(at(9)) + minute * 60_000).toISOString();
const guest = (number: number) => ({ responses: { name: "Ann", email: `guest${number}@example.com` } });

it(
  "a booking that changed 100 times while the mail server was down has one mail for each person, with its final state",
  async () => {
    const down = mailService(() => ({ outcome: "retry", reason: "ECONNREFUSED" }));
    const host = await makeHost();
    const booking = await book(host, await makeEventType(host), { start: startOf(0), ...guest(1) });
    await settle(down.service);
    for (let change = 1; change <= 100; change += 1) {
      clock.advance(1);
      await updateBooking(host, { id: booking.id }, BookingUpdate.parse({ start: startOf(change) }));
      if (change % 10 === 0) await settle(down.service);
    }
    const { messages, service } = mailService();
    await pass(600, service);
    expect(messages).toHaveLength(2);
    const calendar = new ItipCalendar();
    for (const { raw } of messages) calendar.receive(raw);
    expect(calendar.events()).toMatchObject([{ start: Date.parse(startOf(100)) }]);
    const emails = await listEmailsOfBooking(booking.userId, booking.id);
    expect(emails).toHaveLength(202);
    expect(emails.filter(({ status }) => status === "sent")).toHaveLength(2);
    expect(emails.filter(({ reason }) => reason === "superseded")).toHaveLength(200);
  },
  5 * MINUTES,
);

it(
  "a burst of bookings sends one mail to each person of each, although it is fanned out twice and some attempts fail",
  async () => {
    const host = await makeHost("ADMIN");
    const eventType = await makeEventType(host, { seatsPerTimeSlot: bookings });
    for (let from = 0; from < bookings; from += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          book(host, eventType, { start: startOf(0), ...guest(from + index) }),
        ),
      );
    const events = await takeEvents();
    expect(events).toHaveLength(bookings);
    for (let from = 0; from < events.length; from += 10) {
      const batch = events.slice(from, from + 10);
      await Promise.all([fanOut(batch), fanOut(batch)]);
    }
    let attempts = 0;
    const sent: string[] = [];
    const { service } = mailService(({ id }) => {
      attempts += 1;
      if (attempts % 10 === 0) return { outcome: "retry", reason: "421" };
      sent.push(id);
      return { outcome: "sent", transportId: id };
    });
    const startedAt = clock.now();
    while (sent.length < 2 * bookings && clock.now() - startedAt < 10 * MINUTES) await pass(60, service);
    await pass(600, service);
    expect(sent).toHaveLength(2 * bookings);
    expect(new Set(sent).size).toBe(2 * bookings);
  },
  10 * MINUTES,
);
