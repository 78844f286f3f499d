import { describe, expect, it, test } from "vitest";
import type { MailBooking, Recipient } from "#lib/mail/booking.ts";
import { type MailContext, plannedMails } from "#lib/mail/planned-mails.ts";
import type { EventTrigger } from "#lib/storage/outbox/triggers.ts";
import { mailBooking } from "#test/support/builders/mail-booking.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";

/** Nobody was invited or has a destination calendar. */
const CONTEXT: MailContext = {
  sendEmails: { attendees: true, hosts: true },
  isInvited: () => false,
  hasDestination: () => false,
};

/** The mails as "name: kind method". */
function mails(trigger: EventTrigger, booking: MailBooking, context: Partial<MailContext> = {}): string[] {
  return plannedMails(trigger, booking, { ...CONTEXT, ...context }).map(
    ({ recipient, kind, method }) => `${recipient.email.split("@")[0]}: ${kind} ${method ?? "-"}`,
  );
}
const booked = (
  status: MailBooking["status"] = "ACCEPTED",
  source: Parameters<typeof mailBooking>[1] = {},
) => ({
  ...mailBooking({}, source),
  status,
});
const invited = { isInvited: () => true };
const cleo: Recipient = {
  role: "guest",
  name: "Cleo",
  email: "cleo@example.com",
  timeZone: "UTC",
  locale: "en",
};

const TABLE: [EventTrigger, status: string, context: Partial<MailContext>, expected: string[]][] = [
  ["BOOKING_REQUESTED", "PENDING", {}, ["hanna: requested -", "ann: requested -", "bob: requested -"]],
  [
    "BOOKING_REQUESTED",
    "PENDING",
    invited,
    ["hanna: requested CANCEL", "ann: requested CANCEL", "bob: requested CANCEL"],
  ],
  [
    "BOOKING_CREATED",
    "ACCEPTED",
    {},
    ["ann: confirmed REQUEST", "bob: confirmed REQUEST", "hanna: confirmed REQUEST"],
  ],
  [
    "BOOKING_RESCHEDULED",
    "ACCEPTED",
    {},
    ["ann: rescheduled REQUEST", "bob: rescheduled REQUEST", "hanna: rescheduled REQUEST"],
  ],
  ["BOOKING_RESCHEDULED", "PENDING", {}, ["hanna: requested -", "ann: requested -", "bob: requested -"]],
  [
    "BOOKING_RESCHEDULED",
    "PENDING",
    invited,
    ["hanna: requested CANCEL", "ann: requested CANCEL", "bob: requested CANCEL"],
  ],
  ["BOOKING_RESCHEDULED", "CANCELLED", invited, []],
  [
    "BOOKING_CANCELLED",
    "CANCELLED",
    invited,
    ["ann: cancelled CANCEL", "bob: cancelled CANCEL", "hanna: cancelled CANCEL"],
  ],
  ["BOOKING_CANCELLED", "CANCELLED", {}, ["ann: cancelled -", "bob: cancelled -", "hanna: cancelled -"]],
  ["BOOKING_REJECTED", "REJECTED", {}, ["ann: rejected -", "bob: rejected -"]],
  [
    "BOOKING_REJECTED",
    "REJECTED",
    invited,
    ["ann: rejected CANCEL", "bob: rejected CANCEL", "hanna: rejected CANCEL"],
  ],
  ["BOOKING_REMINDER", "ACCEPTED", {}, ["ann: reminder -", "bob: reminder -", "hanna: reminder -"]],
  ["BOOKING_REMINDER", "CANCELLED", {}, []],
  ["BOOKING_PAID", "ACCEPTED", {}, []],
  ["BOOKING_NO_SHOW_UPDATED", "ACCEPTED", {}, []],
  ["MEETING_STARTED", "ACCEPTED", {}, []],
];

test.each(TABLE)("%s of a booking that is %s, context %#", (trigger, ...[status, context, expected]) => {
  expect(mails(trigger, booked(status), context)).toEqual(expected);
});

describe("a reschedule", () => {
  it("cancels for the guests and hosts who are no longer in the booking", () => {
    const left = [cleo, { ...cleo, role: "host" as const, email: "ida@example.com" }];
    const sent = mails("BOOKING_RESCHEDULED", booked(), {
      left,
      isInvited: ({ email }) => email !== "ida@example.com",
    });
    expect(sent.slice(-2)).toEqual(["cleo: cancelled CANCEL", "ida: cancelled -"]);
    expect(sent).toHaveLength(5);
  });

  it("has no mails if the same change sets a status, whose event has them", () => {
    const changed = { status: { from: "PENDING", to: "ACCEPTED" }, startTime: { from: "a", to: "b" } };
    const booking = mailBooking({}, { trigger: "BOOKING_RESCHEDULED", extras: { changed } });
    expect(mails("BOOKING_RESCHEDULED", booking)).toEqual([]);
    expect(mails("BOOKING_CREATED", booking)).toHaveLength(3);
  });
});

describe("a new guest", () => {
  it("gets a confirmation, the others the new list", () => {
    expect(mails("BOOKING_ATTENDEE_ADDED", booked(), { added: { email: "BOB@example.com" } })).toEqual([
      ...["ann: updated REQUEST", "bob: confirmed REQUEST", "hanna: updated REQUEST"],
    ]);
  });

  it("of a request gets the request, and nobody else a mail", () => {
    const context = { added: { email: "bob@example.com" } };
    expect(mails("BOOKING_ATTENDEE_ADDED", booked("PENDING"), context)).toEqual(["bob: requested -"]);
    expect(mails("BOOKING_ATTENDEE_ADDED", booked("CANCELLED"), context)).toEqual([]);
  });

  it("with seats changes nothing for other guests", () => {
    const booking = booked("ACCEPTED", { eventType: { seatsPerTimeSlot: 9 } });
    expect(mails("BOOKING_ATTENDEE_ADDED", booking, { added: { email: "bob@example.com" } })).toEqual([
      ...["bob: confirmed REQUEST", "hanna: updated REQUEST"],
    ]);
  });
});

test("a guest who is removed gets a cancellation, the others the new list", () => {
  expect(mails("BOOKING_ATTENDEE_REMOVED", booked(), { left: [cleo], ...invited })).toEqual([
    ...["ann: updated REQUEST", "bob: updated REQUEST", "hanna: updated REQUEST", "cleo: cancelled CANCEL"],
  ]);
});

describe("a host with a destination calendar", () => {
  const hasDestination = ({ role }: Recipient) => role === "host";

  it("gets mails without an invitation", () => {
    expect(mails("BOOKING_CREATED", booked(), { hasDestination })).toContain("hanna: confirmed -");
    expect(mails("BOOKING_CANCELLED", booked("CANCELLED"), { hasDestination, ...invited })).toContain(
      "hanna: cancelled -",
    );
  });

  it("gets no mail about a new list of guests", () => {
    const sent = mails("BOOKING_ATTENDEE_REMOVED", booked(), { hasDestination, left: [cleo] });
    expect(sent).toEqual(["ann: updated REQUEST", "bob: updated REQUEST", "cleo: cancelled -"]);
  });
});

test("every host of a booking gets a mail, and a person only one", () => {
  const user = storedBooking().user;
  const otherHosts = [
    { ...user, id: 8, email: "ida@example.com" },
    { ...user, id: 9, email: "Ann@example.com" },
  ];
  const booking = mailBooking({ otherHosts }, { eventType: { teamId: 5 } });
  expect(mails("BOOKING_CREATED", booking)).toEqual([
    ...[
      "ann: confirmed REQUEST",
      "bob: confirmed REQUEST",
      "hanna: confirmed REQUEST",
      "ida: confirmed REQUEST",
    ],
  ]);
});

describe("a host who is also a guest", () => {
  const user = { ...storedBooking().user, id: 9, email: "Ann@example.com" };
  const booking = mailBooking({ user });

  it("gets the mails to hosts if those to guests are switched off", () => {
    const sendEmails = { attendees: false, hosts: true };
    expect(mails("BOOKING_CREATED", booking, { sendEmails })).toEqual(["Ann: confirmed REQUEST"]);
  });

  it.each(["BOOKING_REQUESTED", "BOOKING_RESCHEDULED"] as const)(
    "gets a request as a host, who can decide, after %s",
    (trigger) => {
      const planned = plannedMails(trigger, { ...booking, status: "PENDING" }, CONTEXT);
      const ann = planned.filter(({ recipient }) => /^ann@/i.test(recipient.email));
      expect(ann).toMatchObject([{ kind: "requested", recipient: { role: "host" } }]);
    },
  );

  it("gets no invitation if the service writes to their calendar", () => {
    const hasDestination = ({ email }: Recipient) => email.toLowerCase() === "ann@example.com";
    expect(mails("BOOKING_CREATED", booking, { hasDestination })).toEqual([
      ...["ann: confirmed -", "bob: confirmed REQUEST"],
    ]);
  });
});

test("mails to guests and to hosts can be switched off", () => {
  expect(mails("BOOKING_CREATED", booked(), { sendEmails: { attendees: false, hosts: true } })).toEqual([
    "hanna: confirmed REQUEST",
  ]);
  expect(mails("BOOKING_CREATED", booked(), { sendEmails: { attendees: true, hosts: false } })).toHaveLength(
    2,
  );
});

it("a person who was erased gets none", () => {
  const booking = booked();
  const [first, ...others] = booking.attendees;
  if (!first) throw new Error("no attendee");
  const attendees = [{ ...first, email: "erased-attendee-1@erased.invalid" }, ...others];
  expect(mails("BOOKING_RESCHEDULED", { ...booking, attendees })).toEqual([
    "bob: rescheduled REQUEST",
    "hanna: rescheduled REQUEST",
  ]);
});
