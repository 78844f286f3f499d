import { describe, expect, it, test, vi } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { EmailMessage } from "#lib/mail/emails/messages.ts";
import { processEmail } from "#lib/mail/emails/process-email.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at as atHour } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";

const { aws, clock, takeMails, settle, wait, pass, lines } = useMails();

/** Later than all retries. */
const at = (hour: number): string => atHour(hour, 20);

/** Books with one guest, who alone gets mails. */
async function makeBooking(): Promise<{ host: Caller; eventType: EventType; booking: StoredBooking }> {
  const host = await makeHost();
  const eventType = await makeEventType(host, { sendEmails: { attendees: true, hosts: false } });
  const responses = { name: "Ann", email: "ann@example.com" };
  return { host, eventType, booking: await book(host, eventType, { start: at(9), responses }) };
}
async function takeMail(): Promise<EmailMessage> {
  const [message] = await takeMails();
  if (!message) throw new Error("no message");
  return message;
}
const mailsOf = ({ userId, id }: StoredBooking) => listEmailsOfBooking(userId, id);
const statesOf = async (booking: StoredBooking) =>
  (await mailsOf(booking)).map(({ kind, status, reason }) => [kind, status, reason].join(" ")).toSorted();
const logged = () => lines().filter(({ event }) => String(event).startsWith("mail "));

describe("a mail server that fails", () => {
  it("gets a mail again after 5 s, 1 min, 5 min, 30 min, 2 h and 6 h; then the mail has failed", async () => {
    const { booking } = await makeBooking();
    const { messages, service } = mailService(() => ({ outcome: "retry", reason: "421" }));
    await settle(service);
    const waits: number[] = [];
    for (;;) {
      const [email] = await mailsOf(booking);
      if (email?.wakesAt === undefined) break;
      const due = (Date.parse(email.wakesAt) - clock.now()) / 1_000;
      waits.push(due);
      const { length } = messages;
      await wait(due - 1, service);
      expect(messages).toHaveLength(length);
      await pass(2, service);
      expect(messages).toHaveLength(length + 1);
    }
    const expected = [5, 60, 300, 1_800, 7_200, 21_600];
    expect(waits).toHaveLength(expected.length);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual((expected[index] ?? 0) * 0.8 - 2);
      expect(wait).toBeLessThanOrEqual((expected[index] ?? 0) * 1.2);
    }
    expect(await statesOf(booking)).toEqual(["confirmed failed 421"]);
    expect(logged().map(({ event }) => event)).toEqual([
      ...expected.map(() => "mail delayed"),
      "mail failed",
    ]);
    expect(logged().at(-1)).toMatchObject({ reason: "421", "mail.failed": 1 });
    const ids = new Set(messages.map(({ id }) => id));
    expect(ids.size).toBe(1);
    await pass(600, service, 300);
    expect(messages).toHaveLength(waits.length + 1);
  });

  it("gets the mail once it works again, with its age in the log", async () => {
    const { booking } = await makeBooking();
    await settle(mailService(() => ({ outcome: "retry", reason: "ECONNREFUSED" })).service);
    const { messages, service } = mailService();
    await wait(10, service);
    expect(messages).toHaveLength(1);
    expect(await statesOf(booking)).toEqual(["confirmed sent "]);
    expect(logged()).toMatchObject([
      { event: "mail delayed", reason: "ECONNREFUSED", "mail.age": 0 },
      { event: "mail sent", bookingId: booking.id, "mail.sent": 1, "mail.age": 10_000 },
    ]);
  });

  it("gets it although the timer of the next attempt was lost", async () => {
    const { booking } = await makeBooking();
    vi.stubEnv("TIMERS_QUEUE_URL", `${aws().url}/000000000000/none`);
    const { service } = mailService(() => ({ outcome: "retry", reason: "421" }));
    const message = await takeMail();
    await expect(processEmail(message, service)).rejects.toThrow();
    vi.unstubAllEnvs();
    vi.stubEnv("MAILS_QUEUE_URL", `${aws().url}/000000000000/mails.fifo`);
    await pass(60, mailService().service);
    expect(await statesOf(booking)).toEqual(["confirmed sent "]);
  });
});

describe("a mail that waits", () => {
  it("is not sent after its event type was switched off", async () => {
    const { host, eventType, booking } = await makeBooking();
    await settle(mailService(() => ({ outcome: "retry", reason: "421" })).service);
    const path = { id: String(eventType.id) };
    await callEndpoint("event-types.update", host, { path, body: { sendEmails: false } });
    const { messages, service } = mailService();
    await wait(10, service);
    expect(messages).toEqual([]);
    expect(await statesOf(booking)).toEqual(["confirmed skipped switched_off"]);
    expect(logged().at(-1)).toMatchObject({
      event: "mail skipped",
      reason: "switched_off",
      "mail.skipped": 1,
    });
  });

  it("is sent after its event type was deleted", async () => {
    const { host, eventType, booking } = await makeBooking();
    await settle(mailService(() => ({ outcome: "retry", reason: "421" })).service);
    await callEndpoint("event-types.delete", host, { path: { id: String(eventType.id) } });
    await wait(10, mailService().service);
    expect(await statesOf(booking)).toEqual(["confirmed sent "]);
  });

  it("is not sent after the booking has moved and was cancelled; its cancellation is", async () => {
    const { host, booking } = await makeBooking();
    const down = mailService(() => ({ outcome: "retry", reason: "421" }));
    await settle(down.service);
    await change(host, booking.id, { start: at(10) });
    await settle(down.service);
    await cancel(host, booking.id);
    const { messages, service } = mailService();
    await settle(service);
    await wait(10, service);
    expect(messages).toHaveLength(1);
    expect(await statesOf(booking)).toEqual([
      "cancelled sent ",
      "confirmed skipped superseded",
      "rescheduled skipped superseded",
    ]);
  });

  it("is not sent while mail is off", async () => {
    const { booking } = await makeBooking();
    await settle(mailService(() => ({ outcome: "retry", reason: "421" })).service);
    vi.stubEnv("MAILS_QUEUE_URL", undefined);
    await pass(60, mailService().service).catch(() => undefined);
    expect(await statesOf(booking)).toEqual(["confirmed queued 421"]);
  });
});

test.each([
  ["before", (send: () => void) => void send],
  ["after", (send: () => void) => send()],
])(
  "a function that is stopped %s the mail server accepts leaves a mail that is sent again, with the same id",
  async (_, run) => {
    const { booking } = await makeBooking();
    const received: string[] = [];
    const stopped = mailService(({ id }) => {
      run(() => received.push(id));
      return Promise.reject(new Error("stopped"));
    });
    const message = await takeMail();
    await expect(processEmail(message, stopped.service)).rejects.toThrow("stopped");
    // SQS delivers the message again after the function's timeout.
    clock.advance(360);
    await processEmail(
      message,
      mailService(({ id }) => {
        received.push(id);
        return { outcome: "sent", transportId: "4711" };
      }).service,
    );
    expect(new Set(received).size).toBe(1);
    expect(await statesOf(booking)).toEqual(["confirmed sent "]);
    // A message that comes late sends nothing.
    await processEmail(message, mailService(() => Promise.reject(new Error("sent twice"))).service);
  },
);
