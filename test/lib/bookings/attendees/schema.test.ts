import { describe, expect, it } from "vitest";
import { AttendeeCreate, AttendeeUpdate } from "#lib/bookings/attendees/schema.ts";
import { attendeeRequest } from "#test/support/builders/booking-parts.ts";

describe("the body of a new attendee", () => {
  const listInvalidFields = (fields: Record<string, unknown>) =>
    AttendeeCreate.safeParse(attendeeRequest(1, fields)).error?.issues.map(({ path }) => path.join("/"));

  it("needs booking, email, name and time zone", () => {
    expect(
      listInvalidFields({ bookingId: undefined, email: undefined, name: undefined, timeZone: undefined }),
    ).toEqual(expect.arrayContaining(["bookingId", "email", "name", "timeZone"]));
  });

  it.each([
    ["email", "bea"],
    ["email", `${"a".repeat(250)}@example.com`],
    ["name", "  "],
    ["name", "x".repeat(201)],
    ["timeZone", "+02:00"],
    ["timeZone", "Mars/Olympus"],
    ["locale", "EN"],
    ["locale", "english"],
    ["noShow", true],
  ])("rejects an invalid %s (%#)", (name, value) => {
    expect(listInvalidFields({ [name]: value })).toHaveLength(1);
  });

  it.each(["en", "pt-BR", "es-419"])("accepts the locale %s", (locale) => {
    expect(listInvalidFields({ locale })).toBeUndefined();
  });
});

it("the body of a change needs at least one field, and rejects unknown fields", () => {
  for (const body of [{}, { bookingId: 1 }, { id: 1 }, { noShow: "yes" }, { email: "x" }, { name: null }])
    expect(AttendeeUpdate.safeParse(body).error?.issues).toHaveLength(1);
});
