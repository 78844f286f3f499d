const HOUR = 3_600_000;
/** In the future and in the past for any clock. */
const AHEAD = Date.UTC(2060, 0, 1);
const AGO = Date.UTC(2020, 0, 1);
const HOSTS = 20;
const SEATS = 4;

type Line = Record<string, unknown>;

/** A user as another service would export it. */
export const userLine = (id: number, more: Line = {}): Line => ({
  type: "user",
  id,
  email: `host${id}@example.com`,
  username: `host-${id}`,
  name: `Host ${id}`,
  timeZone: "Europe/Zurich",
  createdDate: "2019-05-01T08:00:00Z",
  ...more,
});

/** An event type of half an hour. */
export const eventTypeLine = (id: number, userId: number, more: Line = {}): Line => ({
  type: "event_type",
  id,
  userId,
  title: "Meeting",
  slug: `meeting-${id}`,
  length: 30,
  ...more,
});

/** An attendee, with a different email address for each id. */
export const attendeeLine = (id: number): Line => ({
  id,
  name: `Guest ${id}`,
  email: `guest${id}@example.com`,
  timeZone: "Europe/Zurich",
});

/** An accepted booking of half an hour with one attendee of the same id. */
export function bookingLine(
  { id, userId, eventTypeId, start }: { id: number; userId: number; eventTypeId: number; start: number },
  more: Line = {},
): Line {
  return {
    type: "booking",
    id,
    uid: `uid-${id}`,
    userId,
    eventTypeId,
    title: `Meeting ${id}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + HOUR / 2).toISOString(),
    status: "ACCEPTED",
    createdAt: "2019-06-01T08:00:00.000Z",
    attendees: [attendeeLine(id)],
    user: { id: userId, name: `Host ${userId}` },
    ...more,
  };
}

/** Milliseconds between the first start and that of the `at`-th booking: one hour for each booking of a host. */
const hourOf = (at: number): number => Math.floor(at / HOSTS) * HOUR;

/**
 * The export of a service with 20 hosts, whose ids start after `base`: past, cancelled and future bookings, some with seats,
 * references and payments. One in a hundred overlaps another and is rejected, and one in a hundred is not JSON.
 */
export function* exportLines({ bookings, base = 0 }: { bookings: number; base?: number }): Generator<string> {
  const hosts = Array.from({ length: HOSTS }, (_, at) => base + at + 1);
  for (const id of hosts) yield JSON.stringify(userLine(id));
  yield JSON.stringify({
    type: "team",
    id: base + 1,
    name: "Team",
    slug: `team-${base}`,
    isOrganization: true,
    createdAt: "2019-04-01T08:00:00Z",
  });
  for (const userId of hosts)
    yield JSON.stringify({
      type: "membership",
      id: userId,
      teamId: base + 1,
      userId,
      role: userId === base + 1 ? "OWNER" : "MEMBER",
      accepted: true,
    });
  for (const userId of hosts) {
    yield JSON.stringify(eventTypeLine(userId, userId, { teamId: base + 1 }));
    yield JSON.stringify(
      eventTypeLine(userId + HOSTS, userId, { seatsPerTimeSlot: SEATS, afterEventBuffer: 5 }),
    );
  }
  for (let at = 0; at < bookings; at += 1)
    yield at % 100 === 99 ? "{" : JSON.stringify(variedBooking(at, base));
}

function variedBooking(at: number, base: number): Line {
  const id = base + at + 1;
  const userId = base + (at % HOSTS) + 1;
  const plain = { id, userId, eventTypeId: userId };
  const past = bookingLine({ ...plain, start: AGO + hourOf(at) });
  switch (Math.floor(at / HOSTS) % 5) {
    case 0:
      return {
        ...past,
        references: [{ id, type: "video", uid: `room-${id}`, meetingUrl: `https://video.example.com/${id}` }],
      };
    case 1:
      return { ...past, payment: [{ id, uid: `pay-${id}`, amount: 5_000, currency: "usd", success: true }] };
    case 2:
      return bookingLine(
        { ...plain, start: AHEAD + hourOf(at) },
        { status: "cancelled", cancellationReason: "ill" },
      );
    case 3: {
      const start = AHEAD + hourOf(at);
      const seat = { attendeeId: id, referenceUid: `seat-${id}` };
      return bookingLine({ ...plain, eventTypeId: userId + HOSTS, start }, { seatsReferences: [seat] });
    }
    default: {
      // Each fifth of these overlaps the previous one with seats.
      const isOverlap = at % 5 === 4;
      const start = AHEAD + hourOf(at) - (isOverlap ? HOUR : 0);
      return bookingLine({ ...plain, start }, { status: "PENDING", idempotencyKey: `key-${id}` });
    }
  }
}
