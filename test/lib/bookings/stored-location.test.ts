import { expect, it } from "vitest";
import { BookingItem } from "#lib/bookings/entity.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";

it.each([
  [{ name: "Ann" }, { value: "link", optionValue: "" }],
  [{ location: null }, { value: "link", optionValue: "" }],
  [{ location: 7 }, { value: "link", optionValue: "" }],
  [{ location: "Main Street" }, { value: "Main Street", optionValue: "" }],
  [{ location: { value: "link" } }, { value: "link", optionValue: "" }],
  [{ location: { value: "phone", optionValue: "1", x: 1 } }, { value: "phone", optionValue: "1" }],
])("a booking stored with the answers %j has the location %j", (responses, location) => {
  const stored = { ...storedBooking(), responses };
  expect(BookingItem.schema.parse(stored).responses).toEqual({ ...responses, location });
});
