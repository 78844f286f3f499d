import { expect, it, test } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import { emailTimers } from "#lib/mail/emails/messages.ts";
import { resendEmail } from "#lib/mail/emails/resend.ts";
import { emailIdOf } from "#lib/mail/emails/schema.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";

import { cancel } from "#test/support/calls/booking-calls.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";

const cloud = useCloud({ mail: { from: "Example <bookings@example.com>" } });
const { consumers } = await loadRegistry();

const Mails = z.object({
  mails: z.array(z.object({ to: z.string(), subject: z.string(), message: z.string() })),
});
const received = async () =>
  Mails.parse(await (await fetch(new URL("/mail.json", cloud().baseUrl))).json()).mails;
const PATIENCE = { timeout: 60_000, interval: 200 };

it("the deployed functions send mails about a booking, with links for its host", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host, { requiresConfirmation: true });
  const responses = { name: "Ann", email: "ann@example.com" };
  const booking = await book(host, eventType, { start: "2099-03-04T09:00:00Z", responses });
  await expect.poll(async () => (await received()).length, PATIENCE).toBe(2);
  const mails = await received();
  expect(mails.map(({ to }) => to)).toContain("ann@example.com");
  expect(mails.find(({ to }) => to !== "ann@example.com")?.message).toContain("/decide/");
  const emails = await listEmailsOfBooking(booking.userId, booking.id);
  const wakesAt = new Date().toISOString();
  await setTimers(emails.flatMap((email) => emailTimers({ ...email, wakesAt })));
  await expect
    .poll(() => cloud().usage().get("events.wake")?.get("sqs:SendMessage")?.allowed ?? 0, PATIENCE)
    .toBeGreaterThan(0);
  await cancel(host, booking.id);
  await expect.poll(async () => (await received()).length, PATIENCE).toBe(4);
});

it("a confirmation can be resent after another guest took a seat", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host, { seatsPerTimeSlot: 2 });
  const carl = "carl@example.com";
  const responses = { name: "Carl", email: carl };
  const booking = await book(host, eventType, { start: "2099-03-05T09:00:00Z", responses });
  const findSent = async () =>
    (await listEmailsOfBooking(booking.userId, booking.id)).find(
      ({ recipient, status }) => recipient.email === carl && status === "sent",
    );
  await expect.poll(findSent, PATIENCE).toBeDefined();
  const sent = await findSent();
  if (!sent) throw new Error("The mail is missing.");
  await addAttendee(host, booking, { name: "Bea", email: "bea@example.com" });
  await resendEmail(host, { id: booking.id, emailId: emailIdOf(sent) });
  await expect.poll(async () => (await received()).filter(({ to }) => to === carl).length, PATIENCE).toBe(2);
});

it("a guest who is dropped by a reschedule gets its cancellation, with the former title", async () => {
  const host = await makeHost();
  const dora = "dora@example.com";
  const mailsOfDora = async () => (await received()).filter(({ to }) => to === dora);
  const first = await makeEventType(host, { title: "Interview" });
  const responses = { name: "Eve", email: "eve@example.com" };
  const { uid: rescheduleUid } = await book(host, first, {
    start: "2099-03-06T09:00:00Z",
    responses: { ...responses, guests: [dora] },
  });
  await expect.poll(async () => (await mailsOfDora()).length, PATIENCE).toBe(1);
  const second = await makeEventType(host, { title: "Secret" });
  await reschedule(host, second, { start: "2099-03-07T09:00:00Z", rescheduleUid, responses });
  await expect.poll(async () => (await mailsOfDora()).length, PATIENCE).toBe(2);
  expect((await mailsOfDora()).map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^Cancelled: Interview/),
    expect.stringMatching(/^Confirmed: Interview/),
  ]);
});

/** Permissions that are used after failures, with other settings, or in other journeys. */
const UNUSED = {
  "mails.send": ["timers:SendMessage", "smtpSecret:GetSecretValue"],
  "events.fan-out": [],
};

test.each(Object.entries<string[]>(UNUSED))("%s uses its permissions and is denied nothing", (id, unused) => {
  const spec = consumers.find((consumer) => consumer.spec.id === id)?.spec;
  expect(deniedCalls(cloud().usage(), id)).toEqual([]);
  expect(spec && unusedPermissions(cloud().usage(), spec)).toEqual(unused);
  expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
});
