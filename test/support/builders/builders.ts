import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { rescheduleBooking } from "#lib/bookings/reschedule.ts";
import { createReservation } from "#lib/bookings/reservations/create.ts";
import type { StoredReservation } from "#lib/bookings/reservations/entity.ts";
import { ReservationCreate } from "#lib/bookings/reservations/schema.ts";
import { createEventType } from "#lib/calendar/event-types/create.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { createSchedule } from "#lib/calendar/schedules/create.ts";
import type { StoredSchedule } from "#lib/calendar/schedules/entity.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import type { Caller } from "#lib/caller.ts";
import { OPERATOR } from "#lib/caller.ts";
import { createApiKey, type IssuedApiKey } from "#lib/identity/api-keys/create.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { SAMPLE_PEOPLE } from "./sample-people.ts";
import { storedUser } from "./stored-user.ts";

/** Creates a user and returns the caller with all scopes. */
export async function makeHost(role: Caller["role"] = "USER"): Promise<Caller> {
  const [id = 0] = await takeIds("user", 1);
  const user = storedUser(id, { role });
  await transact([put(UserItem, user)]);
  return { userId: id, role, scopes: "all", credentialId: `key-${id}` };
}

/** Creates an API key of a user. */
export const makeKey = (
  { userId }: Caller,
  fields: { note?: string; expiresAt?: string } = {},
): Promise<IssuedApiKey> => createApiKey(OPERATOR, userId, ApiKeyCreate.parse(fields));

/** A caller and their API key. */
export interface UserWithKey {
  caller: Caller;
  key: string;
}

/** Creates a user with an API key. */
export async function makeUserWithKey(role?: Caller["role"]): Promise<UserWithKey> {
  const caller = await makeHost(role);
  return { caller, key: (await makeKey(caller)).key };
}

let made = 0;

/** Creates an event type of a host, of 30 minutes by default. */
export const makeEventType = (host: Caller, more: Record<string, unknown> = {}): Promise<EventType> =>
  createEventType(
    OPERATOR,
    EventTypeCreate.parse({
      title: SAMPLE_PEOPLE.title,
      slug: `meeting-${++made}`,
      length: 30,
      userId: host.userId,
      ...more,
    }),
  );

/** The entries of a schedule that is open at all hours. */
export const ALL_HOURS = [{ days: [0, 1, 2, 3, 4, 5, 6], startTime: "00:00", endTime: "24:00" }];

/** Creates a schedule of a host, with office hours by default. */
export const makeSchedule = (host: Caller, more: Record<string, unknown> = {}): Promise<StoredSchedule> =>
  createSchedule(OPERATOR, ScheduleCreate.parse({ name: SAMPLE_PEOPLE.title, userId: host.userId, ...more }));

/** The body of a request for a booking by a new booker. */
export const bookingRequest = (eventTypeId: number, fields: { start: string } & Record<string, unknown>) => ({
  eventTypeId,
  responses: { name: SAMPLE_PEOPLE.booker, email: `booker-${++made}@example.com` },
  ...fields,
});

/** Books as the given caller. */
export const book = (
  caller: Caller,
  eventType: EventType,
  fields: { start: string } & Record<string, unknown>,
): Promise<StoredBooking> =>
  createBooking(caller, BookingCreate.parse(bookingRequest(eventType.id, fields)), "api.example.com");

/** Reserves a time as the given caller. */
export const reserve = (
  caller: Caller,
  eventType: EventType,
  fields: { start: string } & Record<string, unknown>,
): Promise<StoredReservation> =>
  createReservation(caller, ReservationCreate.parse({ eventTypeId: eventType.id, ...fields }));

/** Reschedules a booking by creating a new one, as the given caller. */
export const reschedule = (
  caller: Caller,
  eventType: EventType,
  fields: { start: string; rescheduleUid: string } & Record<string, unknown>,
): Promise<StoredBooking> => {
  const input = BookingCreate.parse(bookingRequest(eventType.id, fields));
  return rescheduleBooking(caller, { ...input, rescheduleUid: fields.rescheduleUid }, "api.example.com");
};
