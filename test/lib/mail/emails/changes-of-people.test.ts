import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { EventMessage } from "#lib/storage/outbox/entity.ts";
import { fanOut } from "#lib/workers/fan-out.ts";
import { addAttendee, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { connectDestination, readEvent } from "#test/support/builders/calendar-hosts.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";

const { clock, settle, wait, pass, takeEvents } = useMails();

const ANN = { name: "Ann", email: "ann@example.com" };
const GUESTS = ["bea@example.com", "carl@example.com"];
const DORA = { name: "Dora", email: "dora@example.com" };

/** Books a time whose mails are sent. */
async function makeBooking(
  eventTypeFields: object = {},
  guests: readonly string[] = [],
  { start = at(9), hasDestination = false } = {},
) {
  const host = await makeHost();
  if (hasDestination) await connectDestination(host);
  const eventType = await makeEventType(host, { ...eventTypeFields });
  const booking = await book(host, eventType, { start, responses: { ...ANN, guests } });
  await settle(mailService().service);
  return { host, eventType, booking, earlier: await idsOf(booking) };
}

const idsOf = async ({ userId, id }: Pick<StoredBooking, "userId" | "id">): Promise<string[]> =>
  (await listEmailsOfBooking(userId, id)).map(({ eventId }) => eventId);

/** The mails of a booking after the earlier ones, such as `ann@example.com updated REQUEST 1 sent`; a host is just `host`. */
async function newMails(
  { userId, id }: Pick<StoredBooking, "userId" | "id">,
  earlier: readonly string[] = [],
): Promise<string[]> {
  const emails = (await listEmailsOfBooking(userId, id)).filter(({ eventId }) => !earlier.includes(eventId));
  return emails
    .map(({ recipient, kind, method, sequence, status }) =>
      [recipient.role === "host" ? "host" : recipient.email, kind, method ?? "-", sequence, status].join(" "),
    )
    .toSorted();
}

/** The start of the event in a message. */
const invitedTime = (message: string): string =>
  readEvent(/BEGIN:VCALENDAR.*END:VCALENDAR/s.exec(message)?.[0] ?? "").start;

describe("an attendee who is added", () => {
  it.each([
    { to: "one guest", fields: {}, guests: [], updated: ["ann@example.com"] },
    { to: "several guests", fields: {}, guests: GUESTS, updated: ["ann@example.com", ...GUESTS] },
    { to: "seats, whose guests are strangers", fields: { seatsPerTimeSlot: 5 }, guests: GUESTS, updated: [] },
  ])("to $to gets the confirmation, and the others the new list", async ({ fields, guests, updated }) => {
    const { host, booking, earlier } = await makeBooking(fields, guests);
    const others = updated.map((email) => `${email} updated REQUEST 1 sent`);
    await addAttendee(host, booking, DORA);
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual(
      [...others, "dora@example.com confirmed REQUEST 1 sent", "host updated REQUEST 1 sent"].toSorted(),
    );
  });

  it("of a request that waits for the host gets the request, and the others nothing", async () => {
    const { host, booking, earlier } = await makeBooking({ requiresConfirmation: true });
    await addAttendee(host, booking, DORA);
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual(["dora@example.com requested - 1 sent"]);
  });

  it("before the mails of a request are sent does not withhold them from the others", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host, { requiresConfirmation: true });
    const booking = await book(host, eventType, { start: at(9), responses: ANN });
    await addAttendee(host, booking, DORA);
    await settle(mailService().service);
    const sent = (await newMails(booking)).filter((mail) => mail.endsWith("sent"));
    expect(sent).toEqual([
      "ann@example.com requested - 0 sent",
      "dora@example.com requested - 1 sent",
      "host requested - 0 sent",
    ]);
  });

  it("before the confirmations of a booking with seats are sent does not withhold them from the others", async () => {
    const host = await makeHost();
    const booking = await book(host, await makeEventType(host, { seatsPerTimeSlot: 5 }), {
      ...{ start: at(9), responses: ANN },
    });
    await addAttendee(host, booking, DORA);
    await settle(mailService().service);
    const sent = (await newMails(booking)).filter((mail) => mail.endsWith("sent"));
    expect(sent).toContain("ann@example.com confirmed REQUEST 0 sent");
  });

  it.each([
    ["at the same time", (events: EventMessage[]) => Promise.all(events.map((event) => fanOut([event])))],
    [
      "in reverse order",
      async (events: EventMessage[]) => {
        for (const event of events.toReversed()) await fanOut([event]);
      },
    ],
  ])(
    "leaves every guest one mail if its event is fanned out with that of the booking %s",
    async (_, fanOutAll) => {
      const host = await makeHost();
      const eventType = await makeEventType(host, { seatsPerTimeSlot: 5 });
      const booking = await book(host, eventType, { start: at(9), responses: ANN });
      await addAttendee(host, booking, DORA);
      await fanOutAll(await takeEvents());
      await settle(mailService().service);
      const guests = (await newMails(booking)).filter((mail) => mail.includes("@"));
      expect(guests).toEqual([
        "ann@example.com confirmed REQUEST 0 sent",
        "dora@example.com confirmed REQUEST 1 sent",
      ]);
    },
  );

  it("is no news for a host whose calendar the service writes to", async () => {
    const { host, booking, earlier } = await makeBooking({}, [], { hasDestination: true });
    await addAttendee(host, booking, DORA);
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual([
      "ann@example.com updated REQUEST 1 sent",
      "dora@example.com confirmed REQUEST 1 sent",
    ]);
  });

  it("and another one right after leave one update with the last list", async () => {
    const { host, booking, earlier } = await makeBooking();
    await addAttendee(host, booking, DORA);
    await addAttendee(host, booking, { name: "Emil", email: "emil@example.com" });
    const { service, messages } = mailService();
    await settle(service);
    expect(await newMails(booking, earlier)).toContain("ann@example.com updated REQUEST 1 skipped");
    const updates = messages.filter(({ to }) => JSON.stringify(to).includes("ann@example.com"));
    expect(updates).toHaveLength(1);
  });
});

describe("an attendee who is removed", () => {
  it("right after an accepted booking became a request again leaves the cancellations of the others", async () => {
    const { host, booking, earlier } = await makeBooking({}, ["carl@example.com"]);
    await change(host, booking.id, { status: "PENDING" });
    await deleteAttendee(host, { id: booking.attendees[0]?.id ?? 0 });
    await settle(mailService().service);
    const sent = (await newMails(booking, earlier)).filter((mail) => mail.endsWith("sent"));
    expect(sent).toContain("carl@example.com requested CANCEL 2 sent");
  });

  it.each([
    [
      "several guests",
      {},
      ["ann@example.com updated REQUEST 1 sent", "carl@example.com updated REQUEST 1 sent"],
    ],
    ["seats", { seatsPerTimeSlot: 5 }, []],
  ])("gets the cancellation, and the others the new list: %s", async (_, fields, others) => {
    const { host, booking, earlier } = await makeBooking(fields, GUESTS);
    await deleteAttendee(host, { id: booking.attendees[1]?.id ?? 0 });
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual(
      [...others, "bea@example.com cancelled CANCEL 1 sent", "host updated REQUEST 1 sent"].toSorted(),
    );
  });

  it("twice, and added in between, before mails are sent gets one cancellation", async () => {
    const { host, booking, earlier } = await makeBooking({}, ["bea@example.com"]);
    await deleteAttendee(host, { id: booking.attendees[1]?.id ?? 0 });
    const added = await addAttendee(host, booking, { name: "Bea", email: "Bea@example.com" });
    await deleteAttendee(host, { id: added.id });
    await settle(mailService().service);
    const sent = (await newMails(booking, earlier)).filter((mail) => /^bea.*sent$/i.test(mail));
    expect(sent).toEqual(["Bea@example.com cancelled CANCEL 3 sent"]);
  });

  it("after the booking was cancelled gets no second mail", async () => {
    const { host, booking } = await makeBooking({}, GUESTS);
    await cancel(host, booking.id);
    await settle(mailService().service);
    const earlier = await idsOf(booking);
    await deleteAttendee(host, { id: booking.attendees[1]?.id ?? 0 });
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual([]);
  });
});

describe("a reschedule", () => {
  it("that drops a guest cancels the event in that guest's calendar", async () => {
    const { host, eventType, booking } = await makeBooking({}, GUESTS);
    const responses = { ...ANN, guests: ["carl@example.com"] };
    const moved = await reschedule(host, eventType, { start: at(10), rescheduleUid: booking.uid, responses });
    await settle(mailService().service);
    expect(await newMails(moved)).toEqual([
      "ann@example.com rescheduled REQUEST 2 sent",
      "bea@example.com cancelled CANCEL 2 sent",
      "carl@example.com rescheduled REQUEST 2 sent",
      "host rescheduled REQUEST 2 sent",
    ]);
  });

  it("mails those who left the time that they had on their own clocks, and guests nothing of the new booking", async () => {
    const { host, booking } = await makeBooking({ seatsPerTimeSlot: 5 }, GUESTS);
    const other = await makeEventType(await makeHost());
    await reschedule(await makeHost("ADMIN"), other, {
      ...{ start: at(10), rescheduleUid: booking.uid },
      responses: { ...ANN, guests: ["nina@example.com"], location: "https://meet.example.com/new" },
    });
    const { service, messages } = mailService();
    await settle(service);
    const mailTo = (email: string) => String(messages.find(({ to }) => to === email)?.raw);
    const clocks = { "bea@example.com": "10:00 AM", [`host${host.userId}@example.com`]: "10:00" };
    for (const [former, time] of Object.entries(clocks)) {
      expect(mailTo(former)).toMatch(
        new RegExp(`^Subject: Cancelled: (.|\\r\\n )* ${time}\\s+\\(GMT\\+1\\)`, "m"),
      );
      expect(invitedTime(mailTo(former))).toBe(at(9));
    }
    expect(mailTo("bea@example.com")).not.toMatch(/Guests:|ann@|nina@|carl@|meet\.example/);
    expect(mailTo("ann@example.com")).toMatch(/^Subject: New time: (.|\r\n )* 11:00 AM\s+\(GMT\+1\)/m);
  });

  it("to another event type and host mails those who left the title and the host that they had", async () => {
    const { host, booking } = await makeBooking({ title: "Tea" }, GUESTS);
    const other = await makeEventType(await makeHost(), { title: "Coffee" });
    await reschedule(await makeHost("ADMIN"), other, {
      ...{ start: at(10), rescheduleUid: booking.uid, responses: ANN },
    });
    const { service, messages } = mailService();
    await settle(service);
    const mailTo = (email: string) => String(messages.find(({ to }) => to === email)?.raw);
    const hostEmail = `host${host.userId}@example.com`;
    expect(mailTo("bea@example.com")).toMatch(new RegExp(`^Reply-To: .*${hostEmail}`, "m"));
    for (const former of ["bea@example.com", hostEmail]) {
      expect(mailTo(former)).toMatch(/^Subject: Cancelled: Tea with /m);
      expect(mailTo(former)).not.toContain("Coffee");
    }
    expect(mailTo("ann@example.com")).toMatch(/^Subject: New time: Coffee with /m);
  });

  it("of a rejected booking that drops a guest, before the mails about the end are sent, cancels the event, too", async () => {
    const { host, eventType, booking } = await makeBooking({}, GUESTS);
    await change(host, booking.id, { status: "REJECTED" });
    await settle(mailService(() => ({ outcome: "retry", reason: "421" })).service);
    const responses = { ...ANN, guests: ["carl@example.com"] };
    const moved = await reschedule(host, eventType, { start: at(10), rescheduleUid: booking.uid, responses });
    await settle(mailService().service);
    expect(await newMails(moved)).toContain("bea@example.com cancelled CANCEL 3 sent");
  });

  it("of a rejected booking has no mail to a guest that it drops, after those about the end are sent", async () => {
    const { host, eventType, booking } = await makeBooking({}, GUESTS);
    await change(host, booking.id, { status: "REJECTED" });
    await settle(mailService().service);
    const responses = { ...ANN, guests: ["carl@example.com"] };
    const moved = await reschedule(host, eventType, { start: at(10), rescheduleUid: booking.uid, responses });
    await settle(mailService().service);
    expect((await newMails(moved)).join()).not.toContain("bea@example.com");
  });

  it.each([
    ["cancels it", false, "CANCEL"],
    ["has no invitation if the service writes to the calendar", true, "-"],
  ])("to another host: the former one's mail %s", async (_, hasDestination, method) => {
    const { booking } = await makeBooking({}, [], { hasDestination });
    const other = await makeHost();
    const moved = await reschedule(await makeHost("ADMIN"), await makeEventType(other), {
      ...{ start: at(10), rescheduleUid: booking.uid, responses: ANN },
    });
    await settle(mailService().service);
    expect(await newMails(moved)).toEqual([
      "ann@example.com rescheduled REQUEST 2 sent",
      `host cancelled ${method} 2 sent`,
      "host rescheduled REQUEST 2 sent",
    ]);
  });
});

describe("a reminder", () => {
  /** Books a time in two hours, with a reminder an hour before it. */
  const makeReminded = (guests: readonly string[] = []) =>
    makeBooking({ reminders: [60] }, guests, { start: new Date(clock.now() + 7_200_000).toISOString() });
  const passHour = (): Promise<void> => pass(3_600, mailService().service, 3_600);

  it("goes to guests and hosts, without an invitation", async () => {
    const { booking, earlier } = await makeReminded(["bea@example.com"]);
    await passHour();
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual([
      "ann@example.com reminder - 0 sent",
      "bea@example.com reminder - 0 sent",
      "host reminder - 0 sent",
    ]);
  });

  it("goes only to those who get mails of the event type at that time", async () => {
    const { host, eventType, booking, earlier } = await makeReminded();
    await updateEventType(host, eventType, { sendEmails: { attendees: true, hosts: false } });
    await passHour();
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual(["ann@example.com reminder - 0 sent"]);
  });

  it("that could not be sent at once is sent although the guests have changed since", async () => {
    const { host, booking, earlier } = await makeReminded();
    await passHour();
    await settle(mailService(() => ({ outcome: "retry", reason: "421" })).service);
    await addAttendee(host, booking, DORA);
    await settle(mailService().service);
    await wait(10, mailService().service);
    expect(await newMails(booking, earlier)).toEqual([
      "ann@example.com reminder - 0 sent",
      "ann@example.com updated REQUEST 1 sent",
      "dora@example.com confirmed REQUEST 1 sent",
      "host reminder - 0 sent",
      "host updated REQUEST 1 sent",
    ]);
  });

  it("of a booking that is moved or cancelled before the mail is sent, is not sent", async () => {
    const { host, booking, earlier } = await makeReminded();
    await passHour();
    await change(host, booking.id, { start: at(15) });
    await settle(mailService().service);
    expect(await newMails(booking, earlier)).toEqual([
      "ann@example.com reminder - 0 skipped",
      "ann@example.com rescheduled REQUEST 1 sent",
      "host reminder - 0 skipped",
      "host rescheduled REQUEST 1 sent",
    ]);
    expect((await getStoredBooking(booking)).nextReminders).toEqual([60]);
  });
});
