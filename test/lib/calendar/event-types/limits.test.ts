import { describe, expect, it } from "vitest";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { storeWithout } from "#test/support/builders/store-without.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();

describe("limits of an event type", () => {
  it.each(["bookingLimits", "durationLimits"])("are set, changed and removed by %s", async (field) => {
    const host = await makeHost();
    const body = { title: "Intro call", length: 30, [field]: { PER_DAY: 3, PER_YEAR: 0 } };
    const created = await callEndpoint("event-types.create", host, { body });
    expect(created.json["event_type"]).toMatchObject({ [field]: { PER_DAY: 3, PER_YEAR: 0 } });
    const path = { id: String(Object(created.json["event_type"]).id) };
    const change = async (limits: unknown) => {
      const { json } = await callEndpoint("event-types.update", host, { path, body: { [field]: limits } });
      const read = await callEndpoint("event-types.get", host, { path });
      expect(Object(json["event_type"])[field]).toEqual(Object(read.json["event_type"])[field]);
      return Object(json["event_type"])[field];
    };
    expect(await change({ PER_WEEK: 5 })).toEqual({ PER_WEEK: 5 });
    expect(await change({})).toBeNull();
    expect(await change({ PER_MONTH: 7 })).toEqual({ PER_MONTH: 7 });
    expect(await change(null)).toBeNull();
  });

  it.each([
    ["a negative limit", { PER_DAY: -1 }, "/PER_DAY"],
    ["a fraction", { PER_WEEK: 1.5 }, "/PER_WEEK"],
    ["text", { PER_MONTH: "3" }, "/PER_MONTH"],
    ["null", { PER_YEAR: null }, "/PER_YEAR"],
    ["a limit that is too large", { PER_DAY: 1_000_001 }, "/PER_DAY"],
    ["an unknown period", { PER_HOUR: 1 }, "/PER_HOUR"],
    ["a number", 3, ""],
    ["a list", [3], ""],
  ])("can't be %s", async (_, limits, pointer) => {
    const host = await makeHost();
    const { id } = await makeEventType(host);
    for (const field of ["bookingLimits", "durationLimits"]) {
      const errors = [expect.objectContaining({ pointer: `#/${field}${pointer}` })];
      const body = { title: "Intro call", length: 30, [field]: limits };
      expect(await callEndpoint("event-types.create", host, { body })).toMatchObject({
        status: 400,
        json: { errors },
      });
      expect(
        await callEndpoint("event-types.update", host, {
          path: { id: String(id) },
          body: { [field]: limits },
        }),
      ).toMatchObject({ status: 400, json: { errors } });
    }
  });

  it("are not stored in event types without them", async () => {
    const { id } = await makeEventType(await makeHost(), { bookingLimits: {}, durationLimits: null });
    const stored = (await scanTable()).find(({ pk, sk }) => pk === `E#${id}` && sk === "#");
    expect(JSON.stringify(stored)).not.toMatch(/Limits|counters/);
  });

  it("are null in event types that earlier versions stored", async () => {
    const { id } = await makeEventType(await makeHost());
    await storeWithout(EventTypeItem, { id }, ["bookingLimits", "durationLimits", "counters"]);
    expect(await findItem(EventTypeItem, { id })).toMatchObject({
      bookingLimits: null,
      durationLimits: null,
    });
  });
});
