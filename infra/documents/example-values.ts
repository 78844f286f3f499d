/** Start of the example booking. */
export const START = "2031-03-03T09:00:00.000Z";
const END = "2031-03-03T09:30:00.000Z";
const BOOKED = "2031-02-01T12:00:00.000Z";
const UID = "7kQm3xV9pTb2LwYcR8sZfA";

/**
 * Example values by field name. If the schema of a field rejects the value, a generated one is used. The ids are those of Alice in the
 * demo data, so that samples on the docs page work with her API key on a local service.
 */
export const VALUES = new Map<string, unknown>(
  Object.entries({
    id: 1,
    attendeeId: 1,
    bookingId: 1,
    credentialId: 5,
    eventTypeId: 1,
    teamId: 2,
    userId: 1,
    uid: UID,
    bookingUid: UID,
    iCalUID: `${UID}@api.example.com`,
    referenceUid: "Xc4nT0aQ2hWd8JmVb6uKsE",
    idempotencyKey: "5b1f0b8e-4b0e-5d0e-9c39-6f1c4e0b7a11",
    externalId: "pi_3Q9x2L",
    key: "1_2",
    ...{ amount: 5000, fee: 150, price: 5000 },
    currency: "CHF",
    email: "ann@example.com",
    userPrimaryEmail: "hanna@example.com",
    firstName: "Ann",
    lastName: "van Dyke",
    name: "Ann van Dyke",
    username: "hanna",
    ...within(["user", "organizer", "member"], { id: 1, name: "Hanna Host", email: "hanna@example.com" }),
    ...within(["team"], { id: 2, name: "Front desk", slug: "front-desk" }),
    ...within(["eventType", "attendee"], { id: 1 }),
    ...within(["reference", "booking_reference"], { id: 12, type: "daily_video" }),
    ...within(["payment", "paymentData"], { id: 1, uid: "Hq5sW1eJt0ZyGfLb3oNcPd" }),
    ...within(["webhook"], { id: "wh_3mXb7QvK", secret: null, disabledReason: null }),
    ...within(["webhook"], { grantId: null, platformOAuthClientId: null, platformOAuthClient: null }),
    ...within(["delivery"], { id: "dlv_0mk4by0ao7kQm3xV9pTb2Lw", status: "delivered" }),
    ...within(["attempt"], { at: BOOKED, url: "https://example.com/hooks/bookings", status: 200, ms: 84 }),
    ...within(["health"], { failures: 0, jitter: 0.2 }),
    ...within(["event"], { id: "evt_7kQm3xV9pTb2LwYcR8sZfA", payload: { uid: UID, bookingId: 1 } }),
    webhookId: "wh_3mXb7QvK",
    ...within(["grant"], { id: "gr_9pTb2LwYcR8sZfA7kQm3xV" }),
    ...within(["client"], { id: "5f0c".repeat(16), name: "Room planner" }),
    ...within(["videoCallData"], { type: "daily_video", url: "https://meet.example.com/room" }),
    ...within(["bookingField"], { name: "topic" }),
    ...within(["request"], { cancellationReason: "The host is ill", type: "daily_video" }),
    ...{ locale: "en", language: "en" },
    timeZone: "Europe/Zurich",
    timeFormat: 24,
    until: "2031-03-03T08:50:00.000Z",
    slots: { [START.slice(0, 10)]: [{ time: START }, { time: END }] },
    title: "Introduction",
    label: "What about?",
    slug: "introduction",
    type: "text",
    length: 30,
    description: "Half an hour to get to know each other.",
    notes: "Bring tea",
    start: START,
    startTime: START,
    end: END,
    endTime: END,
    since: BOOKED,
    createdAt: BOOKED,
    updatedAt: BOOKED,
    createdDate: BOOKED,
    status: "ACCEPTED",
    message: "Done.",
    role: "MEMBER",
    accepted: true,
    active: true,
    success: true,
    meetingUrl: "https://meet.example.com/room",
    subscriberUrl: "https://example.com/hooks/bookings",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    value: "link",
    optionValue: "",
    eventTitle: "Introduction",
    iCalSequence: 0,
    grant_type: "authorization_code",
    scope: "READ_BOOKING READ_PROFILE",
    expires_in: 1800,
    utcOffset: 60,
  }),
);

/** Example values of fields of these objects. */
function within(objects: readonly string[], fields: Record<string, unknown>): Record<string, unknown> {
  const names = objects.flatMap((object) =>
    Object.entries(fields).map(([name, value]) => [`${object}.${name}`, value] as const),
  );
  return Object.fromEntries(names);
}
