import { expect, test } from "vitest";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";

const video = {
  id: 1,
  type: "daily_video",
  uid: "room",
  meetingId: "m-1",
  meetingPassword: "pw",
  meetingUrl: "https://meet.example.com/room",
  thirdPartyRecurringEventId: null,
  externalCalendarId: null,
  credentialId: null,
  deleted: null,
};

test("a payload has all fields of the booking, its event type, its host and its attendees", () => {
  const booking = storedBooking();
  expect(bookingPayload("BOOKING_CREATED", booking, {})).toEqual({
    uid: booking.uid,
    bookingId: 41,
    iCalUID: `${booking.uid}@api.example.com`,
    iCalSequence: 0,
    sequence: 1,
    title: "Intro between Hanna Host and Ann van Dyke",
    description: null,
    additionalNotes: "Bring tea",
    status: "ACCEPTED",
    startTime: "2099-07-01T08:00:00.000Z",
    endTime: "2099-07-01T08:30:00.000Z",
    type: "intro",
    eventTitle: "Intro",
    eventDescription: null,
    eventTypeId: 3,
    length: 30,
    price: 0,
    currency: "USD",
    requiresConfirmation: false,
    seatsPerTimeSlot: null,
    organizer: {
      id: 7,
      name: "Hanna Host",
      email: "hanna@example.com",
      username: "hanna",
      timeZone: "Europe/Zurich",
      language: { locale: "de" },
      timeFormat: 24,
      utcOffset: 120,
    },
    attendees: [
      {
        id: 101,
        email: "ann@example.com",
        name: "Ann van Dyke",
        firstName: "Ann",
        lastName: "van Dyke",
        timeZone: "America/New_York",
        phoneNumber: null,
        language: { locale: "en" },
        utcOffset: -240,
        noShow: false,
      },
      expect.objectContaining({ email: "bob@example.com" }),
    ],
    responses: {
      name: { label: "Your name", value: "Ann van Dyke", isHidden: false },
      email: { label: "Email address", value: "ann@example.com", isHidden: false },
      location: { label: "Location", value: { value: "link", optionValue: "" }, isHidden: false },
      guests: { label: "Additional guests", value: ["bob@example.com"], isHidden: false },
      notes: { label: "Additional notes", value: "Bring tea", isHidden: false },
      topic: { label: "What about?", value: "Prices", isHidden: false },
      budget: { label: "Budget", value: 5, isHidden: true },
    },
    userFieldsResponses: {
      topic: { label: "What about?", value: "Prices", isHidden: false },
      budget: { label: "Budget", value: 5, isHidden: true },
    },
    customInputs: null,
    location: "link",
    metadata: {},
    references: [],
    videoCallData: null,
    destinationCalendar: null,
    team: null,
    changed: null,
  });
});

test("the event of a team's booking has the team, with the host as member", () => {
  const booking = storedBooking({}, { eventType: { teamId: 5 }, teamName: "Crew" });
  const { team, organizer } = bookingPayload("BOOKING_CREATED", booking, {});
  expect(team).toEqual({ id: 5, name: "Crew", members: [organizer] });
});

test("the location is the attendee's number or address, or else the kind", () => {
  const at = (value: string, optionValue: string) =>
    bookingPayload("BOOKING_CREATED", storedBooking({ responses: { location: { value, optionValue } } }), {})
      .location;
  expect(at("phone", "+41 44 000 00 00")).toBe("+41 44 000 00 00");
  expect(at("integrations:daily", "")).toBe("integrations:daily");
});

test.each([
  { location: { value: "phone", optionValue: "+41 44 000 00 00" }, smsReminderNumber: "+1 555" },
  { smsReminderNumber: "+41 44 000 00 00" },
  { phone: "+41 44 000 00 00", smsReminderNumber: "+1 555" },
])("the booker's number is the phone, sent as %j", (given) => {
  const responses = { name: "Ann", email: "ann@example.com", ...given };
  const payload = bookingPayload("BOOKING_CREATED", storedBooking({}, { request: { responses } }), {});
  const phone = { label: "Phone number", value: "+41 44 000 00 00", isHidden: false };
  expect(payload.responses).toMatchObject({ phone });
  expect(payload.userFieldsResponses).toEqual({});
});

test("answers to no question of the event type have their names as labels", () => {
  const responses = { name: "Ann", email: "ann@example.com", firm: "Acme", constructor: "x" };
  const payload = bookingPayload("BOOKING_CREATED", storedBooking({}, { request: { responses } }), {});
  const own = {
    firm: { label: "firm", value: "Acme", isHidden: false },
    constructor: { label: "constructor", value: "x", isHidden: false },
  };
  expect(payload.userFieldsResponses).toEqual(own);
  expect(payload.responses).toMatchObject(own);
  expect(payload.responses).not.toHaveProperty("phone");
});

test("the first reference with a meeting URL is the video call, the location, and part of the metadata", () => {
  const booking = storedBooking({ references: [video], metadata: { source: "site" } });
  expect(bookingPayload("BOOKING_CREATED", booking, {})).toMatchObject({
    location: video.meetingUrl,
    metadata: { source: "site", videoCallUrl: video.meetingUrl },
    videoCallData: { type: "daily_video", id: "m-1", password: "pw", url: video.meetingUrl },
    references: [video],
  });
});

test("a deleted reference is not in the payload, except those that a cancellation deleted", () => {
  const references = [{ ...video, deleted: true }];
  expect(bookingPayload("BOOKING_CREATED", storedBooking({ references }), {}).references).toEqual([]);
  const cancelled = storedBooking({ references, status: "CANCELLED" });
  expect(bookingPayload("BOOKING_CANCELLED", cancelled, {}).references).toEqual(references);
});

test("a reschedule has the original and who moved it", () => {
  const original = storedBooking({ id: 40, uid: "original" });
  const extras = { rescheduledFrom: original, rescheduledBy: "ann@example.com" };
  expect(bookingPayload("BOOKING_RESCHEDULED", storedBooking(), extras)).toMatchObject({
    rescheduleId: 40,
    rescheduleUid: "original",
    rescheduleStartTime: original.startTime,
    rescheduleEndTime: original.endTime,
    rescheduledBy: "ann@example.com",
  });
});

test("a cancellation has the reason and who cancelled, a rejection the reason", () => {
  const cancelled = storedBooking({ cancellationReason: "ill", cancelledBy: "ann@example.com" });
  expect(bookingPayload("BOOKING_CANCELLED", cancelled, {})).toMatchObject({
    cancellationReason: "ill",
    cancelledBy: "ann@example.com",
  });
  expect(bookingPayload("BOOKING_REJECTED", storedBooking({ rejectionReason: "full" }), {})).toMatchObject({
    rejectionReason: "full",
  });
});

test("the event of a payment has its id", () => {
  const payment = {
    id: 9,
    uid: "payment",
    appId: "stripe",
    amount: 500,
    fee: 15,
    currency: "CHF",
    success: true,
    refunded: false,
    externalId: "ch_1",
    paymentOption: "ON_BOOKING" as const,
  };
  expect(bookingPayload("BOOKING_PAID", storedBooking(), { payment })).toMatchObject({
    paymentId: 9,
    paymentData: payment,
  });
});

test("the event of a no-show has the mark of each attendee", () => {
  const booking = storedBooking();
  const attendees = booking.attendees.map((attendee) => ({ ...attendee, noShow: true }));
  expect(bookingPayload("BOOKING_NO_SHOW_UPDATED", { ...booking, attendees }, {})).toMatchObject({
    message: "No-show updated.",
    bookingUid: booking.uid,
    bookingId: 41,
    attendees: [{ email: "ann@example.com", noShow: true }, { noShow: true }],
  });
});
