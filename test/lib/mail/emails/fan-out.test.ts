import { describe, expect, it, test, vi } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { Email } from "#lib/mail/emails/entity.ts";
import { closeAccount } from "#lib/operations/privacy/close-account.ts";
import { setClock } from "#lib/platform/clock.ts";
import { fanOut } from "#lib/workers/fan-out.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { connectDestination, updateCalendar } from "#test/support/builders/calendar-hosts.ts";
import { at, makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { storeWithout } from "#test/support/builders/store-without.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";

const { aws, clock, takeEvents, takeMails, settle, lines } = useMails();

const ANN = { name: "Ann", email: "ann@example.com" };

async function makeBooking(
  eventTypeFields: object = {},
  fields: object = {},
): Promise<{ host: Caller; eventType: EventType; booking: StoredBooking }> {
  const host = await makeHost();
  const eventType = await makeEventType(host, { ...eventTypeFields });
  const booking = await book(host, eventType, { start: at(9), responses: ANN, ...fields });
  return { host, eventType, booking };
}

/** The mails of a booking, such as `guest confirmed REQUEST queued`. */
const mailsOf = async ({ userId, id }: Pick<StoredBooking, "userId" | "id">) =>
  (await listEmailsOfBooking(userId, id))
    .map(({ recipient, kind, method, status }: Email) => [recipient.role, kind, method, status].join(" "))
    .toSorted();

test("each event of a booking becomes one mail for each guest and host, and one message", async () => {
  const { booking } = await makeBooking();
  const messages = await takeMails();
  expect(await mailsOf(booking)).toEqual(["guest confirmed REQUEST queued", "host confirmed REQUEST queued"]);
  expect(messages).toMatchObject([0, 1].map(() => ({ bookingId: booking.id, attemptCount: 0 })));
  expect(lines().filter(({ event }) => event === "mails queued")).toMatchObject([
    { bookingId: booking.id, trigger: "BOOKING_CREATED", mails: 2, "mail.queued": 2 },
  ]);
  expect(JSON.stringify([messages, lines()])).not.toContain("@example.com");
});

describe("nobody gets a mail", () => {
  it("while mail is off", async () => {
    vi.stubEnv("MAILS_QUEUE_URL", undefined);
    const { booking } = await makeBooking();
    await fanOut(await takeEvents());
    expect(await mailsOf(booking)).toEqual([]);
  });

  it("of an event type that sends none", async () => {
    const { booking } = await makeBooking({ sendEmails: false });
    expect(await takeMails()).toEqual([]);
    expect(await mailsOf(booking)).toEqual([]);
  });

  it("of a booking that was made without mails, nor of its changes", async () => {
    const { host, booking } = await makeBooking({}, { sendEmails: false });
    await change(host, booking.id, { start: at(10) });
    await cancel(host, booking.id);
    expect(await takeMails()).toEqual([]);
  });

  it("of events that are not about the time, the people or the status of a booking", async () => {
    const { host, booking } = await makeBooking();
    await takeMails();
    await change(host, booking.id, { title: "New title" });
    expect(await takeMails()).toEqual([]);
  });

  it("because a host's data is erased, although that cancels bookings", async () => {
    const { host, booking } = await makeBooking();
    await settle(mailService().service);
    expect(await closeAccount(OPERATOR, host.userId)).toBe(1);
    expect(await takeMails()).toEqual([]);
    expect(await mailsOf(booking)).toEqual(["guest confirmed REQUEST sent", "host confirmed REQUEST sent"]);
  });
});

test("a cancellation removes the invitation also if its event is received before the creation", async () => {
  const { host, booking } = await makeBooking();
  await cancel(host, booking.id);
  await fanOut((await takeEvents()).toReversed());
  expect(await mailsOf(booking)).toContain("guest cancelled CANCEL queued");
});

test("guests or hosts alone get mails if the event type says so", async () => {
  const guests = await makeBooking({ sendEmails: { attendees: true, hosts: false } });
  const hosts = await makeBooking({ sendEmails: { attendees: false, hosts: true } });
  await takeMails();
  expect(await mailsOf(guests.booking)).toEqual(["guest confirmed REQUEST queued"]);
  expect(await mailsOf(hosts.booking)).toEqual(["host confirmed REQUEST queued"]);
});

test("a host with a destination calendar gets no invitation, another host gets one", async () => {
  const team = await makeTeamOfHosts(2);
  await connectDestination(team.hosts[0]);
  const booking = await book(team.owner, await makeTeamEventType(team, "COLLECTIVE"), {
    start: at(9),
    responses: ANN,
  });
  await takeMails();
  expect(await mailsOf(booking)).toEqual([
    "guest confirmed REQUEST queued",
    "host confirmed  queued",
    "host confirmed REQUEST queued",
  ]);
});

describe("a host whose calendars can be written", () => {
  it("gets invitations once none of them is the destination any more", async () => {
    const { host, eventType } = await makeBooking();
    const { calendarId } = await connectDestination(host);
    await updateCalendar(host, calendarId, { isDestination: false });
    await takeMails();
    const booking = await book(host, eventType, { start: at(11), responses: ANN });
    await takeMails();
    expect(await mailsOf(booking)).toContain("host confirmed REQUEST queued");
  });

  it("gets invitations except for the event type that names one of them", async () => {
    const { host, eventType } = await makeBooking();
    const { calendarId } = await connectDestination(host);
    await updateCalendar(host, calendarId, { isDestination: false });
    const naming = await makeEventType(host, { destinationCalendarId: calendarId });
    const written = await book(host, naming, { start: at(11), responses: ANN });
    const mailed = await book(host, eventType, { start: at(12), responses: ANN });
    await takeMails();
    expect(await mailsOf(written)).toContain("host confirmed  queued");
    expect(await mailsOf(mailed)).toContain("host confirmed REQUEST queued");
  });

  it("keeps an invitation from before: it is moved and cancelled by mail, too", async () => {
    const { host, booking } = await makeBooking();
    await settle(mailService().service);
    await connectDestination(host);
    await change(host, booking.id, { start: at(10) });
    await settle(mailService().service);
    await cancel(host, booking.id);
    await settle(mailService().service);
    const toHost = (await mailsOf(booking)).filter((mail) => mail.startsWith("host"));
    expect(toHost).toEqual([
      ...["host cancelled CANCEL sent", "host confirmed REQUEST sent", "host rescheduled REQUEST sent"],
    ]);
  });
});

describe("fan-out that is repeated", () => {
  it("creates no second mail, and its messages send none", async () => {
    const { booking } = await makeBooking();
    const events = await takeEvents();
    const { messages, service } = mailService();
    await Promise.all([fanOut(events), fanOut(events)]);
    await settle(service);
    await fanOut(events);
    await settle(service);
    expect(messages).toHaveLength(2);
    expect(await mailsOf(booking)).toEqual(["guest confirmed REQUEST sent", "host confirmed REQUEST sent"]);
  });

  it("sends the messages that the queue rejected", async () => {
    await makeBooking();
    const events = await takeEvents();
    vi.stubEnv("MAILS_QUEUE_URL", `${aws().url}/000000000000/none`);
    await expect(fanOut(events)).rejects.toThrow();
    vi.stubEnv("MAILS_QUEUE_URL", `${aws().url}/000000000000/mails.fifo`);
    await fanOut(events);
    expect(await takeMails()).toHaveLength(2);
  });
});

describe("a cancellation", () => {
  it("removes the event from the calendars of those who were invited", async () => {
    const { host, booking } = await makeBooking();
    await settle(mailService().service);
    await cancel(host, booking.id);
    await takeMails();
    expect(await mailsOf(booking)).toContain("guest cancelled CANCEL queued");
  });

  it("does so also if the clocks of functions differ", async () => {
    const { host, booking } = await makeBooking();
    await settle(mailService().service);
    await cancel(host, booking.id);
    await settle(mailService().service);
    setClock(() => clock.now() - 1_000);
    await change(host, booking.id, { status: "ACCEPTED" });
    setClock(() => clock.now());
    await settle(mailService().service);
    await cancel(host, booking.id);
    await takeMails();
    expect(await mailsOf(booking)).toContain("guest cancelled CANCEL queued");
  });

  it("has no calendar part for those who were not", async () => {
    const { host, booking } = await makeBooking();
    await settle(mailService(() => ({ outcome: "failed", reason: "550" })).service);
    await cancel(host, booking.id);
    await takeMails();
    expect(await mailsOf(booking)).toContain("guest cancelled  queued");
  });

  it("of a deleted event type reaches those who got a mail before, and nobody else", async () => {
    const { host, eventType, booking } = await makeBooking({ sendEmails: { attendees: true, hosts: false } });
    await settle(mailService().service);
    const path = { id: String(eventType.id) };
    expect(await callEndpoint("event-types.delete", host, { path })).toMatchObject({ status: 200 });
    await cancel(host, booking.id);
    await takeMails();
    expect(await mailsOf(booking)).toEqual(["guest cancelled CANCEL queued", "guest confirmed REQUEST sent"]);
  });
});

describe("a booking that replaces another", () => {
  it("has one mail for each person, and the replaced one none", async () => {
    const { host, eventType, booking } = await makeBooking();
    await settle(mailService().service);
    const moved = await reschedule(host, eventType, {
      start: at(10),
      rescheduleUid: booking.uid,
      responses: ANN,
    });
    await takeMails();
    expect(await mailsOf(booking)).toHaveLength(2);
    expect(await mailsOf(moved)).toEqual([
      "guest rescheduled REQUEST queued",
      "host rescheduled REQUEST queued",
    ]);
  });

  it("and waits for its host takes the former time out of calendars, also of another host's booking", async () => {
    const admin = await makeHost("ADMIN");
    const { booking } = await makeBooking();
    await settle(mailService().service);
    const other = await makeHost();
    const eventType = await makeEventType(other, { requiresConfirmation: true });
    const moved = await reschedule(admin, eventType, {
      start: at(10),
      rescheduleUid: booking.uid,
      responses: ANN,
    });
    await takeMails();
    expect(await mailsOf(moved)).toContain("guest requested CANCEL queued");
    expect(await mailsOf(booking)).toEqual(["guest confirmed REQUEST sent", "host confirmed REQUEST sent"]);
  });
});

describe("a booking that replaces one with invitations, and has no mail of its own yet, cancels them", () => {
  /** An invitation was sent, and its booking was replaced with a request. */
  async function replaceWithRequest() {
    const { host, eventType, booking } = await makeBooking({ requiresConfirmation: true });
    await change(host, booking.id, { status: "ACCEPTED" });
    await settle(mailService().service);
    const fields = { start: at(10), responses: ANN };
    const request = await reschedule(host, eventType, { ...fields, rescheduleUid: booking.uid });
    return { host, eventType, request };
  }

  it.each([
    ["moved", { start: at(11) }, "requested"],
    ["rejected", { status: "REJECTED" }, "rejected"],
    ["cancelled", { status: "CANCELLED" }, "cancelled"],
  ])("when it is %s", async (_, body, kind) => {
    const { host, request } = await replaceWithRequest();
    await change(host, request.id, body);
    const { service, messages } = mailService();
    await settle(service);
    expect(messages.map(({ raw }) => String(raw).includes("METHOD:CANCEL"))).toEqual([true, true]);
    expect(await mailsOf(request)).toContain(`guest ${kind} CANCEL sent`);
  });

  it("when it is replaced, too", async () => {
    const { host, eventType, request } = await replaceWithRequest();
    const fields = { start: at(11), responses: ANN, rescheduleUid: request.uid };
    const last = await reschedule(host, eventType, fields);
    await settle(mailService().service);
    expect(await mailsOf(last)).toContain("guest requested CANCEL sent");
  });
});

/** The last tests, because they move the clock. */
describe("after the mails of an invitation were deleted", () => {
  async function makeOld(eventTypeFields: object = {}) {
    const start = new Date(clock.now() + 60 * 86_400_000).toISOString().replace(/T.*/, "T09:00:00Z");
    const made = await makeBooking(eventTypeFields, { start });
    await settle(mailService().service);
    clock.advance(31 * 86_400);
    return made;
  }

  it("a cancellation removes the event from calendars", async () => {
    const { host, booking } = await makeOld();
    await cancel(host, booking.id);
    await takeMails();
    expect(await mailsOf(booking)).toEqual(["guest cancelled CANCEL queued", "host cancelled CANCEL queued"]);
  });

  it("a cancellation does so after the event type was deleted, as its mails were when the booking was made", async () => {
    const { host, eventType, booking } = await makeOld({ sendEmails: { attendees: true, hosts: false } });
    await callEndpoint("event-types.delete", host, { path: { id: String(eventType.id) } });
    await cancel(host, booking.id);
    await takeMails();
    expect(await mailsOf(booking)).toEqual(["guest cancelled CANCEL queued"]);
  });

  it.each([
    ["whose event type sent none", { sendEmails: false }, []],
    ["of an earlier version", {}, ["eventTypeSendEmails"]],
  ])("a cancellation of a booking %s mails nobody after that", async (_, fields, missing) => {
    const { host, eventType, booking } = await makeOld(fields);
    await storeWithout(BookingItem, booking, missing);
    await callEndpoint("event-types.delete", host, { path: { id: String(eventType.id) } });
    await cancel(host, booking.id);
    expect(await takeMails()).toEqual([]);
  });

  it("the removal of a guest does so, too", async () => {
    const { host, booking } = await makeOld();
    await deleteAttendee(host, { id: booking.attendees[0]?.id ?? 0 });
    await takeMails();
    expect(await mailsOf(booking)).toEqual(["guest cancelled CANCEL queued", "host updated REQUEST queued"]);
  });

  it("a request, to which there was none, has no calendar part", async () => {
    const { host, booking } = await makeOld({ requiresConfirmation: true });
    await change(host, booking.id, { status: "REJECTED" });
    await takeMails();
    expect(await mailsOf(booking)).toEqual(["guest rejected  queued"]);
  });

  it("a new guest of a request does not change that for the others", async () => {
    const { host, booking } = await makeOld({ requiresConfirmation: true });
    await addAttendee(host, booking);
    await takeMails();
    expect(await mailsOf(booking)).toEqual(["guest requested  queued"]);
  });
});
