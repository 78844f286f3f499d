// Reads an account of Cal.com through its API v2: the profile, event types, bookings and attendees of the owner of an API key.
import { setTimeout as wait } from "node:timers/promises";

const TAKE = 100;
const LONGEST_WAIT_SECONDS = 300;
const VERSIONS = { bookings: "2024-08-13", eventTypes: "2024-06-14" };

/** Reads one page of the API, and waits when the rate limit is reached. */
async function get({ url, apiKey }, path, version) {
  const headers = { Authorization: `Bearer ${apiKey}`, ...(version && { "cal-api-version": version }) };
  for (;;) {
    const response = await fetch(`${url}/v2${path}`, { headers });
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after")) || 60;
      await response.arrayBuffer();
      await wait(Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000);
      continue;
    }
    if (response.status === 401 || response.status === 403)
      throw new Error(
        `The API key was rejected (${response.status}). Create one in the settings of Cal.com.`,
      );
    if (!response.ok) throw new Error(`GET ${path} failed with ${response.status}.`);
    return response.json();
  }
}

/** The records of an account, read from the API: each with where it is from. */
export async function* recordsOfApi(source) {
  const { data: me } = await get(source, "/me");
  yield { type: "user", from: "user", record: { ...me, avatar: me.avatarUrl } };
  const { data: eventTypes } = await get(source, "/event-types", VERSIONS.eventTypes);
  for (const eventType of eventTypes)
    yield { type: "event_type", from: `event type ${eventType.id}`, record: eventTypeOfApi(eventType, me) };
  for (let skip = 0, hasMore = true; hasMore; skip += TAKE) {
    const query = new URLSearchParams({ take: TAKE, skip, sortCreated: "asc" });
    const { data, pagination } = await get(source, `/bookings?${query}`, VERSIONS.bookings);
    for (const booking of data) {
      const path = `/bookings/${encodeURIComponent(booking.uid)}/attendees`;
      const { data: attendees } = await get(source, path, VERSIONS.bookings);
      yield { type: "booking", from: `booking ${booking.id}`, record: bookingOfApi(booking, attendees) };
    }
    hasMore = pagination?.hasNextPage ?? data.length === TAKE;
  }
}

function eventTypeOfApi({ lengthInMinutes, lengthInMinutesOptions, ownerId, ...eventType }, me) {
  const { bookingLimitsCount, bookingLimitsDuration, confirmationPolicy, seats, bookingWindow } = eventType;
  const isRange = bookingWindow?.type === "range";
  return {
    ...eventType,
    userId: ownerId ?? me.id,
    length: lengthInMinutes,
    lengths: lengthInMinutesOptions?.filter((minutes) => minutes !== lengthInMinutes),
    bookingLimits: limitsOf(bookingLimitsCount),
    durationLimits: limitsOf(bookingLimitsDuration),
    requiresConfirmation: confirmationPolicy?.type === "always" && confirmationPolicy.disabled !== true,
    seatsPerTimeSlot: eventType.seatsPerTimeSlot ?? seats?.seatsPerTimeSlot,
    periodType: isRange ? "RANGE" : bookingWindow?.type ? "ROLLING" : "UNLIMITED",
    periodDays: isRange ? null : bookingWindow?.value,
    periodCountCalendarDays: bookingWindow?.type !== "businessDays",
    periodStartDate: isRange ? bookingWindow.value[0] : null,
    periodEndDate: isRange ? bookingWindow.value[1] : null,
  };
}

const PERIODS = { day: "PER_DAY", week: "PER_WEEK", month: "PER_MONTH", year: "PER_YEAR" };

function limitsOf(limits) {
  const amounts = Object.entries(limits ?? {}).filter(([period, amount]) => PERIODS[period] && amount > 0);
  return amounts.length > 0
    ? Object.fromEntries(amounts.map(([period, amount]) => [PERIODS[period], amount]))
    : null;
}

function bookingOfApi({ start, end, hosts = [], eventType, ...booking }, attendees) {
  return {
    ...booking,
    userId: hosts[0]?.id,
    userPrimaryEmail: hosts[0]?.email,
    eventTypeId: eventType?.id ?? booking.eventTypeId,
    startTime: start,
    endTime: end,
    status: String(booking.status).toUpperCase(),
    responses: {
      ...booking.bookingFieldsResponses,
      ...(booking.location && { location: { value: booking.location, optionValue: "" } }),
    },
    fromReschedule: booking.rescheduledFromUid,
    recurringEventId: booking.recurringBookingUid,
    iCalUID: booking.icsUid,
    noShowHost: booking.absentHost,
    attendees: attendees.map(({ language, absent, ...attendee }) => ({
      ...attendee,
      locale: language,
      noShow: absent,
    })),
  };
}
