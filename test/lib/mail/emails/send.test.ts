import { describe, expect, it, test } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { MailBooking } from "#lib/mail/booking.ts";
import { createEmails, listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { Email } from "#lib/mail/emails/entity.ts";
import { sendEmail } from "#lib/mail/emails/send.ts";
import { plannedMails } from "#lib/mail/planned-mails.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { mailService } from "#test/support/cloud/mails.ts";
import { CANCEL_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** Creates the mails of the latest event of a booking, as fan-out does. */
async function mailsOfLatest(booking: StoredBooking): Promise<Email[]> {
  const events = (await queryAll(EventItem, { userId: booking.userId })).filter(
    ({ bookingId }) => bookingId === booking.id,
  );
  const event = events.toSorted((one, other) => one.sequence - other.sequence).at(-1);
  if (!event) throw new Error("no event");
  const mailed = MailBooking.parse(JSON.parse(event.payload));
  const sendEmails = { attendees: true, hosts: true };
  const context = { sendEmails, isInvited: () => true, hasDestination: () => false };
  return createEmails(event, mailed.iCalSequence, plannedMails(event.trigger, mailed, context));
}

async function makeBooking(): Promise<{ host: Caller; booking: StoredBooking; emails: Email[] }> {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: "2099-03-04T09:00:00Z" });
  return { host, booking, emails: await mailsOfLatest(booking) };
}
const first = ([email]: readonly Email[]): Email => {
  if (!email) throw new Error("no mail");
  return email;
};
const statesOf = async ({ userId, id }: StoredBooking) =>
  (await listEmailsOfBooking(userId, id))
    .map(({ kind, status, reason }) => `${kind} ${status} ${reason}`)
    .sort();

test("each person gets one mail of an event, however often it is fanned out and sent", async () => {
  const { booking, emails } = await makeBooking();
  const { messages, service } = mailService();
  await Promise.all([...emails, ...emails].map((email) => sendEmail(email, service)));
  for (const email of await mailsOfLatest(booking)) await sendEmail(email, service);
  expect(messages.map(({ to }) => to).sort()).toEqual(emails.map(({ recipient }) => recipient.email).sort());
  expect(messages.length).toBeGreaterThan(1);
  expect(await statesOf(booking)).toEqual(emails.map(() => "confirmed sent null"));
});

describe("an attempt that fails", () => {
  it("is repeated with the same bytes", async () => {
    const { emails } = await makeBooking();
    const { messages, service } = mailService(() => ({ outcome: "retry", reason: "451" }));
    const attempted = await sendEmail(first(emails), service);
    expect(attempted).toMatchObject({ status: "queued", reason: "451", attemptCount: 1 });
    setClock(() => Date.now() + 5_000);
    await sendEmail(attempted ?? first([]), service);
    expect(messages.map(({ raw }) => String(raw))).toEqual([
      String(messages[0]?.raw),
      String(messages[0]?.raw),
    ]);
  });

  it("permanently is not repeated", async () => {
    const { booking, emails } = await makeBooking();
    const { messages, service } = mailService(() => ({ outcome: "failed", reason: "550" }));
    for (const _ of [1, 2]) await sendEmail(first(emails), service);
    expect(messages).toHaveLength(1);
    expect(await statesOf(booking)).toContain("confirmed failed 550");
  });
});

describe("a function that is killed", () => {
  const killed = () => Promise.reject(new Error("killed"));

  it("while it sends leaves a mail that is sent when its lease has ended, with the same id", async () => {
    const { emails } = await makeBooking();
    const { messages, service } = mailService(killed);
    await expect(sendEmail(first(emails), service)).rejects.toThrow("killed");
    const other = mailService();
    expect(await sendEmail(first(emails), other.service)).toBeUndefined();
    setClock(() => Date.now() + 60_001);
    expect(await sendEmail(first(emails), other.service)).toMatchObject({ status: "sent" });
    expect(other.messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
  });

  it("a function that is slower than its lease does not overwrite the record of another one", async () => {
    const { booking, emails } = await makeBooking();
    const { service } = mailService(async () => {
      setClock(() => Date.now() + 60_001);
      await sendEmail(first(emails), mailService().service);
      return { outcome: "failed", reason: "550" };
    });
    expect(await sendEmail(first(emails), service)).toBeUndefined();
    expect(await statesOf(booking)).toContain("confirmed sent null");
  });
});

test("a booking that was moved and cancelled while mail is down sends its cancellation only", async () => {
  const { host, booking, emails } = await makeBooking();
  await updateBooking(
    host,
    { id: booking.id },
    { startTime: "2099-03-05T09:00:00.000Z", endTime: undefined },
  );
  const moved = await mailsOfLatest(booking);
  await cancelBooking(host, { id: booking.id }, { cancellationReason: "Ill" });
  const cancelled = await mailsOfLatest(booking);
  const { messages, service } = mailService();
  for (const email of [...cancelled, ...moved, ...emails]) await sendEmail(email, service);
  expect(messages).toHaveLength(cancelled.length);
  for (const { raw } of messages) expect(String(raw)).toMatch(/METHOD:CANCEL.*SEQUENCE:2\r/s);
  expect(await statesOf(booking)).toEqual([
    ...cancelled.map(() => "cancelled sent null"),
    ...emails.map(() => "confirmed skipped superseded"),
    ...moved.map(() => "rescheduled skipped superseded"),
  ]);
});

test("a mail about a former time is skipped without reading the other mails of the booking", async () => {
  const { host, booking, emails } = await makeBooking();
  const moved = { startTime: "2099-03-05T09:00:00.000Z", endTime: undefined };
  await updateBooking(host, { id: booking.id }, moved);
  resetRoundTrips();
  expect(await sendEmail(first(emails), mailService().service)).toMatchObject({ reason: "superseded" });
  expect(roundTrips().trips).toBe(3);
});

test("an export of a guest contains the guest's mails, and nobody else's", async () => {
  const { emails } = await makeBooking();
  const guest = emails.find(({ recipient }) => recipient.role === "guest");
  const { items } = await exportPerson(OPERATOR, guest?.recipient.email ?? "", CANCEL_BOOKINGS.entities);
  expect(items["email"]).toHaveLength(1);
  expect(JSON.stringify(items["email"])).toContain(guest?.recipient.email);
});

test("an erasure of a guest deletes the guest's mails, and is not stopped by one that waits", async () => {
  const { booking, emails } = await makeBooking();
  const guest = emails.find(({ recipient }) => recipient.role === "guest");
  const { messages, service } = mailService();
  await erasePerson(OPERATOR, guest?.recipient.email ?? "", CANCEL_BOOKINGS);
  const left = await listEmailsOfBooking(booking.userId, booking.id);
  expect(left.map(({ recipient }) => recipient.role)).not.toContain("guest");
  expect(left.length).toBeGreaterThan(0);
  expect(await sendEmail(guest ?? first([]), service)).toBeUndefined();
  expect(messages).toEqual([]);
});
