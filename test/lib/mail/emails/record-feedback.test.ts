import { expect, test } from "vitest";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { Email } from "#lib/mail/emails/entity.ts";
import { processEmail } from "#lib/mail/emails/process-email.ts";
import { MailFeedback, recordFeedback } from "#lib/mail/emails/record-feedback.ts";
import { tagsOf } from "#lib/mail/transports/message-tags.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { mailService, SENT, useMails } from "#test/support/cloud/mails.ts";

const { clock, takeMails, settle, lines } = useMails();

/** Books, and returns the guest's mail as it is now. */
async function makeMail(): Promise<() => Promise<Email>> {
  const host = await makeHost();
  const eventType = await makeEventType(host, { sendEmails: { attendees: true, hosts: false } });
  const { userId, id } = await book(host, eventType, { start: at(9) });
  return async () => {
    const [email] = await listEmailsOfBooking(userId, id);
    if (!email) throw new Error("no mail");
    return email;
  };
}

/** What SES reports about a mail, as the rule of the event bus sends it. */
const report = (email: Email, type: MailFeedback["type"], more: object = {}): Promise<void> =>
  recordFeedback(
    MailFeedback.parse({
      ...{ type, messageId: "0100-ses", ...more },
      tags: {
        "ses:source-ip": ["192.0.2.1"],
        ...Object.fromEntries(Object.entries(tagsOf(email)).map(([name, value]) => [name, [value]])),
      },
    }),
  );
const bounce = (bounceType: string, bounceSubType: string) => ({ bounceType, bounceSubType });

test.each([
  ["Email Delivered", {}, { status: "delivered", reason: null }],
  ["Email Complaint Received", {}, { status: "complained", reason: null }],
  ["Email Rejected", {}, { status: "failed", reason: "rejected" }],
  ["Email Bounced", bounce("Permanent", "General"), { status: "bounced", reason: "Permanent General" }],
  [
    "Email Bounced",
    bounce("Permanent", "OnAccountSuppressionList"),
    { status: "skipped", reason: "suppressed" },
  ],
] as const)("%s %j", async (type, more, expected) => {
  const current = await makeMail();
  await settle(mailService().service);
  await report(await current(), type, more);
  expect(await current()).toMatchObject({ ...expected, transportId: "4711" });
  const { eventId, bookingId } = await current();
  expect(lines().filter(({ event }) => event === "mail reported")).toMatchObject([
    { eventId, bookingId, kind: expected.status },
  ]);
});

test.each([
  ["Email Bounced", "bounced"],
  ["Email Complaint Received", "complained"],
] as const)("%s may follow the delivery, and the time of sending stays", async (type, status) => {
  const current = await makeMail();
  await settle(mailService().service);
  const { sentAt } = await current();
  clock.advance(60);
  await report(await current(), "Email Delivered");
  await report(await current(), type);
  expect(await current()).toMatchObject({ status, sentAt });
});

test("reports that come late or twice change nothing", async () => {
  const current = await makeMail();
  await settle(mailService().service);
  await report(await current(), "Email Complaint Received");
  await report(await current(), "Email Delivered");
  await report(await current(), "Email Complaint Received");
  expect(await current()).toMatchObject({ status: "complained" });
});

test("a report about an earlier message than the resent one changes nothing", async () => {
  const current = await makeMail();
  await settle(mailService().service);
  const email = await current();
  await report({ ...email, resends: 1 }, "Email Delivered");
  expect(await current()).toEqual(email);
});

test("a mail that was delivered is not sent again, although the function that sent it was stopped", async () => {
  const current = await makeMail();
  const [message] = await takeMails();
  const { service } = mailService(() => Promise.reject(new Error("killed")));
  await expect(processEmail({ ...(await current()), ...message }, service)).rejects.toThrow("killed");
  await report(await current(), "Email Delivered");
  clock.advance(120);
  const other = mailService();
  await processEmail({ ...(await current()), ...message }, other.service);
  expect(other.messages).toEqual([]);
  expect(await current()).toMatchObject({ status: "delivered", transportId: "0100-ses", leaseUntil: null });
});

test("a report that comes before the result is recorded stays", async () => {
  const current = await makeMail();
  const { service } = mailService(async () => {
    await report(await current(), "Email Delivered");
    return SENT;
  });
  await settle(service);
  expect(await current()).toMatchObject({ status: "delivered" });
});
