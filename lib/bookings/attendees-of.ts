import { phoneNumberOf } from "#lib/event-types/location.ts";
import type { BookingCreate } from "./create-schema.ts";
import type { AttendeeSummary } from "./schema.ts";

type NewAttendee = Omit<AttendeeSummary, "id">;

/** The attendees a new booking has: the booker, and each guest once; a host is none of the guests. */
export function attendeesOf(
  input: BookingCreate,
  hosts: readonly { email: string; timeZone: string }[],
): NewAttendee[] {
  const { name, email, guests = [] } = input.responses;
  const shared = {
    timeZone: input.timeZone ?? hosts[0]?.timeZone ?? "UTC",
    locale: input.language,
    noShow: false,
  };
  const seen = new Set([...hosts.map((host) => host.email.toLowerCase()), email.toLowerCase()]);
  const invited = guests.filter((guest) => {
    const isNew = !seen.has(guest.toLowerCase());
    seen.add(guest.toLowerCase());
    return isNew;
  });
  return [
    { ...shared, email, name, phoneNumber: phoneNumberOf(input.responses) },
    ...invited.map((guest) => ({ ...shared, email: guest, name: guest, phoneNumber: null })),
  ];
}
