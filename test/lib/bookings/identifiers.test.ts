import { describe, expect, it } from "vitest";
import { deriveKey, idInUid, newBookingUid } from "#lib/bookings/identifiers.ts";

const BOOKING = {
  eventTypeId: 7,
  startTime: "2026-03-01T09:30:00.000Z",
  endTime: "2026-03-01T10:00:00.000Z",
  email: "ann@example.com",
};

describe("the uid of a booking", () => {
  it("contains its id", () => {
    for (const id of [0, 1, 41, 9_999_999_999]) expect(idInUid(newBookingUid(id))).toBe(id);
  });

  it("that is imported contains no id, or any number", () => {
    for (const uid of ["", "abc", "not-base64url-at-all!!", "_".repeat(22), "A".repeat(23)])
      expect(idInUid(uid)).toBeUndefined();
    expect(idInUid("A".repeat(22))).toBe(0);
  });

  it("is 22 URL-safe characters and never the same", () => {
    const uids = Array.from({ length: 1000 }, () => newBookingUid(7));
    for (const uid of uids) expect(uid).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(new Set(uids).size).toBe(1000);
  });
});

describe("the derived key of a booking", () => {
  // Both computed with Python's uuid.uuid5 in the namespace 8d1f0a9e-3b5c-4c7f-9a62-d4e7b1c08f35.
  it("is the UUIDv5 of event type, times and booker", () => {
    expect(deriveKey(BOOKING)).toBe("5666207f-9068-5625-a41a-bc40b484f86c");
    const other = {
      eventTypeId: 123_456,
      startTime: "2030-12-31T23:45:00.000Z",
      endTime: "2031-01-01T00:15:00.000Z",
      email: "Zoë@exämple.com",
    };
    expect(deriveKey(other)).toBe("d45ae21d-229b-5864-a6d3-a44c8fbfe6cb");
  });

  it("is the same however the address is written, and another when anything else differs", () => {
    expect(deriveKey({ ...BOOKING, email: "ANN@Example.com" })).toBe(deriveKey(BOOKING));
    const keys = [
      BOOKING,
      { ...BOOKING, eventTypeId: 8 },
      { ...BOOKING, startTime: "2026-03-01T09:31:00.000Z" },
      { ...BOOKING, endTime: "2026-03-01T10:01:00.000Z" },
      { ...BOOKING, email: "bob@example.com" },
    ].map(deriveKey);
    expect(new Set(keys).size).toBe(5);
  });
});
