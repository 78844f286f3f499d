import { describe, expect, it } from "vitest";
import { handler as authorizer } from "#functions/authorizer.ts";
import { handler as cancel } from "#functions/bookings/cancel.ts";
import { handler as create } from "#functions/bookings/create.ts";
import { handler as get } from "#functions/bookings/get.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { bookAndCancel, type InvokeProbed } from "#lib/workers/releases/book-and-cancel.ts";
import type { ProbedId } from "#lib/workers/releases/probed.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { claimedMinutes } from "#test/support/builders/calendar.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** Invokes the handlers of the functions, and records the calls. */
function makeInvoke(broken: Partial<Record<ProbedId, () => unknown>> = {}) {
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
    const result = broken[id]?.() ?? (await handle(event, LAMBDA_CONTEXT));
    // Lambda converts the result to JSON.
    return JSON.parse(JSON.stringify(result));
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
  it("authorizes, books, cancels and reads, and the time is free again", async () => {
    const { caller, probe } = await probeHost();
    const { invoke, calls } = makeInvoke();
    expect(await bookAndCancel(invoke, probe)).toBeUndefined();
    expect(calls).toEqual(["authorizer", "bookings.create", "bookings.cancel", "bookings.get"]);
    expect(await claimedMinutes(caller)).toBe(0);
  });

  it("causes no mails, which would bounce", async () => {
    const { caller, probe } = await probeHost();
    await bookAndCancel(makeInvoke().invoke, probe);
    const [booking] = await queryAll(BookingItem, { userId: caller.userId });
    expect(booking).toMatchObject({ status: "CANCELLED", sendEmails: false });
  });

  it("books another time if one is not free", async () => {
    const { probe } = await probeHost();
    let conflicts = 2;
    const { invoke, calls } = makeInvoke({
      "bookings.create": () => (conflicts-- > 0 ? status(409)() : undefined),
    });
    expect(await bookAndCancel(invoke, probe)).toBeUndefined();
    expect(calls.filter((id) => id === "bookings.create")).toHaveLength(3);
  });

  it.each(["bookings.create", "bookings.cancel", "bookings.get"] as const)(
    "returns the function %s and its status if it fails",
    async (id) => {
      const { probe } = await probeHost();
      const { invoke } = makeInvoke({ [id]: status(500) });
      expect(await bookAndCancel(invoke, probe)).toBe(`${id} returned 500`);
    },
  );

  it("returns a problem if its key is invalid, or its event type does not exist", async () => {
    const { probe } = await probeHost();
    const { invoke } = makeInvoke();
    const stranger = `${probe.apiKey.slice(0, -4)}0000`;
    expect(await bookAndCancel(invoke, { ...probe, apiKey: stranger })).toBe(
      "the authorizer rejected the key",
    );
    expect(await bookAndCancel(invoke, { ...probe, eventTypeId: 999_999 })).toBe(
      "bookings.create returned 404",
    );
  });

  it("returns a problem if the booking is not cancelled although the response says so", async () => {
    const { probe } = await probeHost();
    const { invoke } = makeInvoke({ "bookings.cancel": status(200) });
    expect(await bookAndCancel(invoke, probe)).toMatch(/^the booking is \w+ after it was cancelled$/);
  });
});
