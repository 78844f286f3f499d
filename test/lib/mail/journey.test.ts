import { beforeEach, expect, it, vi } from "vitest";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { useMails } from "#test/support/cloud/mails.ts";
import { ItipCalendar } from "#test/support/model/itip-calendar.ts";
import { smtpError, startSmtpServer } from "#test/support/network/smtp-server.ts";

const { settle, wait, lines } = useMails();

beforeEach(() => {
  vi.stubEnv("MAIL_FROM", "Example <bookings@example.com>");
  vi.stubEnv("SERVICE_URL", "https://api.example.com/v1");
});

const GUESTS = { responses: { name: "Ann", email: "ann@example.com", guests: ["bob@example.com"] } };
const PEOPLE = 3;

it("each person gets one mail for each step of a booking, and calendars follow it", async () => {
  const { port, mails } = await startSmtpServer();
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const calendar = new ItipCalendar();
  /** The mails of a step, which all have this method. */
  const step = async (method: string): Promise<void> => {
    await settle();
    const received = mails.splice(0);
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(PEOPLE);
    expect(received).toHaveLength(PEOPLE);
    for (const { raw } of received) expect(raw).toContain(`METHOD:${method}`);
    const guest = received.find(({ to }) => to.includes("ann@example.com"));
    calendar.receive(Buffer.from(guest?.raw ?? ""));
  };
  const booking = await book(host, eventType, { start: at(9), ...GUESTS });
  await step("REQUEST");
  await change(host, booking.id, { start: at(10) });
  await step("REQUEST");
  expect(calendar.events()).toMatchObject([{ start: Date.parse(at(10)) }]);
  const moved = await reschedule(host, eventType, { start: at(12), rescheduleUid: booking.uid, ...GUESTS });
  await step("REQUEST");
  expect(calendar.events()).toMatchObject([{ start: Date.parse(at(12)) }]);
  await cancel(host, moved.id);
  await step("CANCEL");
  expect(calendar.events()).toEqual([]);
  expect(JSON.stringify(lines())).not.toContain("@example.com");
});

it.each([
  ["421", smtpError(421), "queued"],
  ["451", smtpError(451), "queued"],
  ["550", smtpError(550), "failed"],
])("a server that answers %s", async (code, error, status) => {
  let answers = [error];
  const { port } = await startSmtpServer({ onRcptTo: (_, __, done) => done(answers.pop()) });
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  const host = await makeHost();
  const eventType = await makeEventType(host, { sendEmails: { attendees: true, hosts: false } });
  await book(host, eventType, { start: at(9) });
  await settle();
  const logged = () => lines().filter(({ event }) => String(event).startsWith("mail "));
  const isRetried = status === "queued";
  expect(logged()).toMatchObject([{ event: isRetried ? "mail delayed" : "mail failed", reason: code }]);
  answers = [];
  await wait(10);
  expect(logged().slice(1)).toMatchObject(isRetried ? [{ event: "mail sent" }] : []);
});
