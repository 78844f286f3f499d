import { expect, it } from "vitest";
import { AttendeeCreate } from "#lib/bookings/attendees/schema.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";

it.each([
  [" \t\r\n\u00a0\u2003\u3000 a b \u2029", "a b"],
  ["\ufeffa", "\ufeffa"],
  [" \ufeff a \ufeff ", "\ufeff a \ufeff"],
  ["   ", ""],
  ["", ""],
])("white space around %j is trimmed, but not a byte-order mark", (text, trimmed) => {
  expect(trimSpace(text)).toBe(trimmed);
});

it("long white space inside a text takes no longer than other text", () => {
  const text = `a${" ".repeat(250_000)}b`;
  expect(trimSpace(text)).toBe(text);
});

it("a title or a name retains its byte-order mark", () => {
  const title = "\ufeffIntro\ufeff";
  expect(EventTypeCreate.parse({ title, length: 30 }).title).toBe(title);
  expect(BookingUpdate.parse({ title }).title).toBe(title);
  const attendee = { bookingId: 1, email: "ann@example.com", timeZone: "utc" };
  expect(AttendeeCreate.parse({ ...attendee, name: title })).toMatchObject({ name: title, timeZone: "UTC" });
});
