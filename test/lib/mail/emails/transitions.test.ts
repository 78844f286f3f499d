import { beforeEach, describe, expect, it, test } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { isInvited } from "#lib/mail/emails/create.ts";
import { type Email, personOf } from "#lib/mail/emails/entity.ts";
import {
  afterAttempt,
  JITTER,
  NOTHING_NEWER,
  RETRY_SECONDS,
  reasonToSkip,
} from "#lib/mail/emails/transitions.ts";
import { setClock } from "#lib/platform/clock.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";

const NOW = Date.UTC(2099, 5, 30, 12);
beforeEach(() => setClock(() => NOW));

const emailTo = (email: string, changes: Partial<Email> = {}): Email => ({
  ...{ userId: 7, bookingId: 41, eventId: "evt_1", person: personOf({ email }) },
  event: { userId: 7, createdAt: "2099-06-30T11:00:00.000Z", bookingId: 41, sequence: 1 },
  ...{ kind: "confirmed", method: "REQUEST", sequence: 3, status: "queued", reason: null, transportId: null },
  recipient: { role: "guest", name: "Ann", email, timeZone: "UTC", locale: "en" },
  ...{
    attemptCount: 0,
    resends: 0,
    createdAt: "2099-06-30T11:00:00.000Z",
    queuedAt: "2099-06-30T11:00:00.000Z",
  },
  ...{ sentAt: null, leaseUntil: null, ttl: 0 },
  ...changes,
});
const ann = (changes: Partial<Email> = {}) => emailTo("Ann@example.com", changes);
const booking = (changes: Partial<StoredBooking> = {}) => storedBooking({ iCalSequence: 3, ...changes });
/** What is newer in a booking with these changes, which have no mail to the person. */
const newerIn = ({ iCalSequence = 3 }: Partial<StoredBooking>) => ({
  hasLaterMail: false,
  hasOtherTimeOrStatus: iCalSequence > 3,
});

describe("a mail to a person of the booking", () => {
  const CASES: [string, Partial<Email>, Partial<StoredBooking>, string | undefined][] = [
    ["the booking is as in its event", {}, {}, undefined],
    ["the booking has changed since", {}, { iCalSequence: 4 }, "superseded"],
    ["the booking was cancelled since", {}, { status: "CANCELLED", iCalSequence: 4 }, "superseded"],
    ["its cancellation is the latest", { kind: "cancelled" }, { status: "CANCELLED" }, undefined],
    ["its rejection is the latest", { kind: "rejected" }, { status: "REJECTED" }, undefined],
    [
      "a rejected booking was moved since",
      { kind: "rejected" },
      { status: "REJECTED", iCalSequence: 4 },
      undefined,
    ],
    [
      "a rejected booking was cancelled since",
      { kind: "rejected" },
      { status: "CANCELLED", iCalSequence: 4 },
      "superseded",
    ],
    ["a rejected booking was accepted since", { kind: "rejected" }, { iCalSequence: 4 }, "superseded"],
    [
      "it reminds of an accepted booking",
      { kind: "reminder", createdAt: "2099-06-30T11:59:00.000Z" },
      {},
      undefined,
    ],
    [
      "it reminds of a booking that has begun",
      { kind: "reminder", createdAt: "2099-06-30T11:59:00.000Z" },
      { startTime: "2099-06-30T12:00:00.000Z" },
      "too_late",
    ],
    [
      "it reminds 30 minutes late",
      { kind: "reminder", createdAt: "2099-06-30T11:30:00.000Z" },
      { startTime: "2099-06-30T13:00:00.000Z" },
      undefined,
    ],
    [
      "it reminds later than that",
      { kind: "reminder", createdAt: "2099-06-30T11:29:59.999Z" },
      { startTime: "2099-06-30T13:00:00.000Z" },
      "too_late",
    ],
    [
      "it reminds of a cancelled booking",
      { kind: "reminder", createdAt: "2099-06-30T11:59:00.000Z" },
      { status: "CANCELLED" },
      "superseded",
    ],
  ];

  it.each(CASES)("%s", (_, ...[mail, changes, expected]) => {
    expect(reasonToSkip(ann(mail), booking(changes), newerIn(changes))).toBe(expected);
  });
});

it("a mail to any host of the booking is sent", () => {
  const other = { ...booking().user, id: 8, email: "dan@example.com" };
  for (const { email } of [booking().user, other])
    expect(reasonToSkip(emailTo(email), booking({ otherHosts: [other] }), NOTHING_NEWER)).toBeUndefined();
});

describe("a mail to a person who has left the booking", () => {
  const gone = (changes: Partial<Email>) => emailTo("cleo@example.com", changes);

  it("about that is sent, whatever happened since", () => {
    const mail = gone({ kind: "cancelled", method: "CANCEL" });
    const newer = { hasLaterMail: false, hasOtherTimeOrStatus: true };
    expect(reasonToSkip(mail, booking({ iCalSequence: 9 }), newer)).toBeUndefined();
  });

  it("is not sent after a later one", () => {
    const mail = gone({ kind: "cancelled", method: "CANCEL" });
    const newer = { hasLaterMail: true, hasOtherTimeOrStatus: false };
    expect(reasonToSkip(mail, booking({ iCalSequence: 9 }), newer)).toBe("superseded");
  });

  it("with an invitation is not sent any more", () => {
    expect(reasonToSkip(gone({}), booking(), NOTHING_NEWER)).toBe("superseded");
  });
});

test("a mail about a deleted booking is not sent", () => {
  expect(reasonToSkip(ann(), undefined, NOTHING_NEWER)).toBe("superseded");
});

test("an attempt that succeeds ends the mail", () => {
  expect(
    afterAttempt(ann({ leaseUntil: "x", reason: "451" }), { outcome: "sent", transportId: "4711" }),
  ).toMatchObject({
    ...{
      status: "sent",
      transportId: "4711",
      attemptCount: 1,
      reason: null,
      leaseUntil: null,
    },
    sentAt: "2099-06-30T12:00:00.000Z",
  });
});

test("a permanent failure ends the mail at once", () => {
  const failed = afterAttempt(ann({ due: "mails-1", wakesAt: "x" }), {
    outcome: "failed",
    reason: "550 5.1.1",
  });
  expect(failed).toMatchObject({ status: "failed", reason: "550 5.1.1" });
  expect(failed).not.toHaveProperty("due");
  expect(failed).not.toHaveProperty("wakesAt");
});

test("other failures are tried again after the published times, then the mail has failed", () => {
  for (const [random, factor] of [
    [0, 1 - JITTER],
    [1, 1 + JITTER],
  ] as const) {
    let email = ann();
    const waits: number[] = [];
    for (;;) {
      email = afterAttempt(email, { outcome: "retry", reason: "421" }, random);
      if (email.wakesAt === undefined) break;
      expect(email).toMatchObject({ status: "queued", reason: "421", leaseUntil: null });
      expect(email.due).toMatch(/^mails-/);
      waits.push((Date.parse(email.wakesAt) - NOW) / 1_000);
    }
    expect(waits).toEqual(RETRY_SECONDS.map((seconds) => Math.round(seconds * factor)));
    expect(email).toMatchObject({ status: "failed", attemptCount: RETRY_SECONDS.length + 1 });
  }
});

test.each([
  [[], false],
  [[{}], true],
  [[{ status: "sent" }], true],
  [[{ status: "sent" }, { kind: "cancelled", method: "CANCEL", status: "sent" }], false],
  [[{ status: "sent" }, { kind: "cancelled", method: "CANCEL", status: "queued" }], true],
  [[{ status: "sent" }, { kind: "cancelled", method: "CANCEL", status: "skipped" }], true],
  [[{ kind: "cancelled", method: "CANCEL", status: "sent" }, { status: "queued" }], true],
  [[{ status: "sent" }, { kind: "cancelled", method: null, status: "sent" }], true],
  [[{ status: "skipped" }], false],
  [[{ status: "failed", attemptCount: 1 }], false],
  [[{ status: "failed", attemptCount: 7, reason: "ETIMEDOUT" }], true],
  [[{ status: "failed", attemptCount: 1, resends: 1 }], true],
  [[{ status: "bounced", reason: "Permanent General" }], false],
  [[{ status: "bounced", reason: "Transient General" }], true],
  [[{}, { kind: "cancelled", method: "CANCEL", status: "bounced", reason: "Transient General" }], true],
] as const)("after the mails %j, a person is invited: %s", (mails, expected) => {
  const emails = mails.map((changes) => ann(changes));
  expect(isInvited(emails, { email: "ann@example.com" })).toBe(expected);
  expect(isInvited(emails, { email: "bob@example.com" })).toBe(false);
});
