import { describe, expect, it } from "vitest";
import type { AttendeeUpdate } from "#lib/bookings/attendees/schema.ts";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel } from "#test/support/calls/booking-calls.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";

const { settle } = useMails();

const ANN = { name: "Ann", email: "ann@example.com" };
const GUESTS = ["bea@example.com", "carl@example.com"];

/** Books a time whose mails are sent. */
async function makeBooking(eventTypeFields: Record<string, unknown> = {}, guests: readonly string[] = []) {
  const host = await makeHost();
  const eventType = await makeEventType(host, eventTypeFields);
  const booking = await book(host, eventType, { start: at(9), responses: { ...ANN, guests } });
  await settle(mailService().service);
  return { host, booking, earlier: await idsOf(booking) };
}

const idsOf = async ({ userId, id }: StoredBooking): Promise<string[]> =>
  (await listEmailsOfBooking(userId, id)).map(({ eventId }) => eventId);

/** The mails of a booking after the earlier ones, such as `ann@example.com updated REQUEST 1 sent`; a host is just `host`. */
async function newMails({ userId, id }: StoredBooking, earlier: readonly string[]): Promise<string[]> {
  const emails = (await listEmailsOfBooking(userId, id)).filter(({ eventId }) => !earlier.includes(eventId));
  return emails
    .map(({ recipient, kind, method, sequence, status }) =>
      [recipient.role === "host" ? "host" : recipient.email, kind, method ?? "-", sequence, status].join(" "),
    )
    .toSorted();
}

describe("an attendee who gets another address", () => {
  /** Changes the last attendee of a booking. */
  const patch = (host: Caller, { attendees }: StoredBooking, changes: AttendeeUpdate) =>
    updateAttendee(host, { id: attendees.at(-1)?.id ?? 0 }, changes);

  it.each([
    [
      "several guests",
      {},
      ["ann@example.com updated REQUEST 1 sent", "bea@example.com updated REQUEST 1 sent"],
    ],
    ["seats", { seatsPerTimeSlot: 5 }, []],
  ])("gets the confirmation there, and the cancellation at the former one: %s", async (_, fields, others) => {
    const { host, booking, earlier } = await makeBooking(fields, GUESTS);
    await patch(host, booking, { email: "new@example.com" });
    const { service, messages } = mailService();
    await settle(service);
    expect(await newMails(booking, earlier)).toEqual(
      [
        ...others,
        "carl@example.com cancelled CANCEL 1 sent",
        "host updated REQUEST 1 sent",
        "new@example.com confirmed REQUEST 1 sent",
      ].toSorted(),
    );
    const former = messages.find(({ to }) => to === "carl@example.com");
    expect(String(former?.raw)).not.toContain("new@example.com");
  });

  it("of a request gets the request there", async () => {
    const { host, booking, earlier } = await makeBooking({ requiresConfirmation: true });
    await patch(host, booking, { email: "new@example.com" });
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual([
      "ann@example.com cancelled - 1 sent",
      "new@example.com requested - 1 sent",
    ]);
  });

  it("together with a mark as a no-show has the events of both", async () => {
    const { host, booking, earlier } = await makeBooking();
    await patch(host, booking, { email: "new@example.com", noShow: true });
    const events = await queryAll(EventItem, { userId: host.userId });
    expect(events.map(({ trigger, sequence }) => `${sequence} ${trigger}`).toSorted()).toEqual([
      "1 BOOKING_CREATED",
      "2 BOOKING_ATTENDEE_ADDED",
      "3 BOOKING_NO_SHOW_UPDATED",
    ]);
    expect((await getStoredBooking(booking)).eventSequence).toBe(3);
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toHaveLength(3);
  });

  it.each([
    ["that differs only in case", { email: "Ann@Example.com" }, "ACCEPTED"],
    ["with only another name", { name: "Anna" }, "ACCEPTED"],
    ["in a cancelled booking", { email: "new@example.com" }, "CANCELLED"],
  ])("gets no mail about one %s", async (_, changes, status) => {
    const { host, booking } = await makeBooking();
    if (status === "CANCELLED") await cancel(host, booking.id);
    await settle(mailService().service);
    const earlier = await idsOf(booking);
    await patch(host, booking, changes);
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual([]);
  });
});
