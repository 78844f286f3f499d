import { describe, expect, it } from "vitest";
import { handler as authorizer } from "#functions/authorizer.ts";
import { handler as cancel } from "#functions/bookings/cancel.ts";
import { handler as create } from "#functions/bookings/create.ts";
import { handler as get } from "#functions/bookings/get.ts";
import { bookAndCancel, type InvokeProbed } from "#lib/releases/book-and-cancel.ts";
import type { ProbedId } from "#lib/releases/probed.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { claimedMinutes } from "#test/support/builders/calendar.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** The functions themselves, as the release has them; each call is written down. */
function released(broken: Partial<Record<ProbedId, () => unknown>> = {}) {
  const handlers = {
    authorizer,
    "bookings.create": create,
    "bookings.get": get,
    "bookings.cancel": cancel,
  };
  const calls: ProbedId[] = [];
  const invoke: InvokeProbed = async (id, event) => {
    calls.push(id);
    const handle = handlers[id] as (event: object, context: object) => unknown;
    const answer = broken[id]?.() ?? (await handle(event, LAMBDA_CONTEXT));
    // As text, as Lambda carries it.
    return JSON.parse(JSON.stringify(answer));
  };
  return { invoke, calls };
}

async function probeHost() {
  const { caller, key } = await makeUserWithKey();
  const { id } = await makeEventType(caller);
  return { caller, probe: { apiKey: key, eventTypeId: id } };
}
const status = (statusCode: number) => () => ({ statusCode, body: "{}" });

describe("a release on the probe host", () => {
  it("finds the caller, books, cancels and reads, and leaves the time free", async () => {
    const { caller, probe } = await probeHost();
    const { invoke, calls } = released();
    expect(await bookAndCancel(invoke, probe)).toBeUndefined();
    expect(calls).toEqual(["authorizer", "bookings.create", "bookings.cancel", "bookings.get"]);
    expect(await claimedMinutes(caller)).toBe(0);
  });

  it("books another time when one is taken", async () => {
    const { probe } = await probeHost();
    let taken = 2;
    const { invoke, calls } = released({
      "bookings.create": () => (taken-- > 0 ? status(409)() : undefined),
    });
    expect(await bookAndCancel(invoke, probe)).toBeUndefined();
    expect(calls.filter((id) => id === "bookings.create")).toHaveLength(3);
  });

  it.each(["bookings.create", "bookings.cancel", "bookings.get"] as const)(
    "says what %s answered when it is no success",
    async (id) => {
      const { probe } = await probeHost();
      const { invoke } = released({ [id]: status(500) });
      expect(await bookAndCancel(invoke, probe)).toBe(`${id} returned 500`);
    },
  );

  it("says so when its key opens nothing, or its event type is gone", async () => {
    const { probe } = await probeHost();
    const { invoke } = released();
    const stranger = `${probe.apiKey.slice(0, -4)}0000`;
    expect(await bookAndCancel(invoke, { ...probe, apiKey: stranger })).toBe(
      "the authorizer rejected the key",
    );
    expect(await bookAndCancel(invoke, { ...probe, eventTypeId: 999_999 })).toBe(
      "bookings.create returned 404",
    );
  });

  it("sees through a cancel that only says it cancelled", async () => {
    const { probe } = await probeHost();
    const { invoke } = released({ "bookings.cancel": status(200) });
    expect(await bookAndCancel(invoke, probe)).toMatch(/^the booking is \w+ after it was cancelled$/);
  });
});
