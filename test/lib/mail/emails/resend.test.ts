import { describe, expect, it, vi } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { listEmails } from "#lib/mail/emails/list.ts";
import { EmailMessage } from "#lib/mail/emails/messages.ts";
import { resendEmail } from "#lib/mail/emails/resend.ts";
import type { BookingEmail } from "#lib/mail/emails/schema.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { receiveAll } from "#test/support/cloud/delivery-queues.ts";
import { mailService, SENT, useMails } from "#test/support/cloud/mails.ts";

const { aws, clock, settle, pass } = useMails();

async function makeBooking() {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), {
    start: at(12),
    responses: { name: "Ann", email: "ann@example.com" },
  });
  return { host, booking };
}

/** The mails to the guest as an API client gets them, newest first. */
async function mailsToAnn(host: Caller, booking: StoredBooking): Promise<BookingEmail[]> {
  const { read, render } = await listEmails(host, booking.id);
  const emails = await readWholeList({ read, positionOf: () => "" });
  return emails.map((email) => render?.(email) as BookingEmail).filter(({ to }) => to === "ann@example.com");
}
const latest = async (host: Caller, booking: StoredBooking): Promise<BookingEmail> => {
  const [email] = await mailsToAnn(host, booking);
  if (!email) throw new Error("no mail");
  return email;
};

/** Sends the mails of a new booking, then requests that the guest's mail is sent again. */
async function makeResent() {
  const { host, booking } = await makeBooking();
  const { messages, service } = mailService();
  await settle(service);
  messages.splice(0);
  await resendEmail(host, { id: booking.id, emailId: (await latest(host, booking)).id });
  return { messages, service };
}

const textOf = (raw: Buffer): string => String(raw).replace(/\r\n[ \t]/g, "");
const headerIn = (raw: Buffer, name: string): string | undefined =>
  new RegExp(`^${name}:(.*)\r$`, "m").exec(textOf(raw))?.[1];

describe("a resent mail", () => {
  it("has the same content and SEQUENCE, and another Message-ID and DTSTAMP", async () => {
    const { host, booking } = await makeBooking();
    const { messages, service } = mailService();
    await settle(service);
    const [first] = messages.splice(0).filter(({ to }) => to === "ann@example.com");
    clock.advance(60);
    const email = await latest(host, booking);
    expect(email).toMatchObject({
      kind: "confirmed",
      status: "sent",
      sequence: 0,
      sentAt: expect.any(String),
    });
    expect(await resendEmail(host, { id: booking.id, emailId: email.id })).toMatchObject({
      ...{ id: email.id, status: "queued", sentAt: null },
    });
    await settle(service);
    expect(messages).toHaveLength(1);
    const [again] = messages;
    if (!first || !again) throw new Error("no message");
    for (const name of ["SEQUENCE", "UID", "SUMMARY", "Subject"])
      expect(headerIn(again.raw, name)).toBe(headerIn(first.raw, name));
    for (const name of ["Message-ID", "DTSTAMP"])
      expect(headerIn(again.raw, name)).not.toBe(headerIn(first.raw, name));
    expect(await latest(host, booking)).toMatchObject({ id: email.id, status: "sent" });
  });

  it("starts the schedule of retries again", async () => {
    const { messages, service } = await makeResent();
    await settle(mailService(async () => ({ outcome: "retry", reason: "421" })).service);
    await pass(6, service);
    expect(messages).toHaveLength(1);
  });

  it("is sent by the sweep if its message is lost", async () => {
    const { messages, service } = await makeResent();
    for (const body of await receiveAll(aws(), "mails.fifo")) EmailMessage.parse(body);
    await pass(180, service);
    expect(messages.map(({ to }) => to)).toEqual(["ann@example.com"]);
  });
});

describe("a mail is not resent", () => {
  it("if a newer one exists for the person, or the booking has ended", async () => {
    const { host, booking } = await makeBooking();
    const { messages, service } = mailService();
    await settle(service);
    const first = await latest(host, booking);
    await change(host, booking.id, { start: at(13) });
    await settle(service);
    const moved = await latest(host, booking);
    await cancel(host, booking.id);
    messages.splice(0);
    for (const { id } of [first, moved])
      await expect(resendEmail(host, { id: booking.id, emailId: id })).rejects.toMatchObject({
        code: "mail_superseded",
      });
    await settle(service);
    const cancelled = await latest(host, booking);
    await resendEmail(host, { id: booking.id, emailId: cancelled.id });
    messages.splice(0);
    await settle(service);
    expect(messages.map(({ raw }) => headerIn(raw, "METHOD"))).toEqual(["CANCEL"]);
    expect((await mailsToAnn(host, booking)).map(({ kind }) => kind)).toEqual([
      "cancelled",
      "rescheduled",
      "confirmed",
    ]);
  });

  it("about a cancellation before the latest one", async () => {
    const { host, booking } = await makeBooking();
    const { service } = mailService();
    await cancel(host, booking.id);
    await settle(service);
    const { id: emailId } = await latest(host, booking);
    await change(host, booking.id, { status: "ACCEPTED" });
    await cancel(host, booking.id);
    await settle(service);
    await expect(resendEmail(host, { id: booking.id, emailId })).rejects.toMatchObject({
      code: "mail_superseded",
    });
  });

  it("while it waits to be sent, so that of several requests one counts", async () => {
    const { host, booking } = await makeBooking();
    const { messages, service } = mailService();
    await settle(service);
    messages.splice(0);
    const path = { id: booking.uid, emailId: (await latest(host, booking)).id };
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => resendEmail(host, path)));
    expect(results.map((one) => (one.status === "rejected" ? one.reason.code : "done")).sort()).toEqual([
      "conflict",
      "conflict",
      "conflict",
      "done",
    ]);
    await settle(service);
    expect(messages).toHaveLength(1);
  });

  it("more than five times", async () => {
    const { host, booking } = await makeBooking();
    const { service } = mailService(() => SENT);
    await settle(service);
    const path = { id: booking.id, emailId: (await latest(host, booking)).id };
    for (const _ of [1, 2, 3, 4, 5]) {
      await resendEmail(host, path);
      await settle(service);
    }
    await expect(resendEmail(host, path)).rejects.toMatchObject({ code: "limit_reached" });
  });

  it("for strangers, and if mail is off", async () => {
    const { host, booking } = await makeBooking();
    await settle(mailService().service);
    const path = { id: booking.id, emailId: (await latest(host, booking)).id };
    const stranger = await makeHost();
    await expect(listEmails(stranger, booking.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(resendEmail(stranger, path)).rejects.toMatchObject({ code: "not_found" });
    await expect(resendEmail(host, { ...path, emailId: `x.${"y".repeat(22)}` })).rejects.toMatchObject({
      code: "not_found",
    });
    vi.stubEnv("MAILS_QUEUE_URL", "");
    await expect(resendEmail(host, path)).rejects.toMatchObject({ code: "conflict" });
  });
});
