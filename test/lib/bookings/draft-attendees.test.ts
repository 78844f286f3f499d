import { describe, expect, it } from "vitest";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { draftAttendees } from "#lib/bookings/draft.ts";

const HOST = { email: "Host@Example.com", timeZone: "Europe/Zurich" };
const attendees = (responses: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  draftAttendees(
    BookingCreate.parse({
      eventTypeId: 1,
      start: "2030-03-04T09:00:00Z",
      responses: { name: "Ann", email: "ann@example.com", ...responses },
      ...more,
    }),
    [HOST],
  );
const emails = (responses: Record<string, unknown>) => attendees(responses).map(({ email }) => email);

describe("the attendees of a new booking", () => {
  it("are the booker alone when there are no guests", () => {
    expect(attendees()).toEqual([
      {
        email: "ann@example.com",
        name: "Ann",
        timeZone: "Europe/Zurich",
        locale: "en",
        noShow: false,
        phoneNumber: null,
      },
    ]);
  });

  it("have the language and the time zone of the request", () => {
    const request = { timeZone: "Asia/Tokyo", language: "ja" };
    for (const attendee of attendees({ guests: ["g@example.com"] }, request))
      expect(attendee).toMatchObject({ timeZone: "Asia/Tokyo", locale: "ja" });
  });

  it("include each guest once, ignoring case, and not the booker or the host again", () => {
    const guests = ["G@example.com", "g@example.com", "ANN@example.com", "host@example.com", "h@example.com"];
    expect(emails({ guests })).toEqual(["ann@example.com", "G@example.com", "h@example.com"]);
  });

  it("include the booker even when the booker is the host", () => {
    expect(emails({ email: "host@example.com" })).toEqual(["host@example.com"]);
  });

  it("have the booker's number from the location or from the reminder, and none for guests", () => {
    const location = { value: "phone", optionValue: "+41 1" };
    const numbers = (responses: Record<string, unknown>) =>
      attendees({ ...responses, guests: ["g@example.com"] }).map(({ phoneNumber }) => phoneNumber);
    expect(numbers({ location, smsReminderNumber: "+41 2" })).toEqual(["+41 1", null]);
    expect(numbers({ smsReminderNumber: "+41 2" })).toEqual(["+41 2", null]);
  });
});
