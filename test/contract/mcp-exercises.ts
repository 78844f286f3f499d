import { expect } from "vitest";
import * as z from "zod";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { connectPushed } from "#test/support/builders/calendars.ts";
import { SAMPLE_PEOPLE } from "#test/support/builders/sample-people.ts";
import type { Send } from "#test/support/calls/api-client.ts";

const Result = z.object({ result: z.object({ structuredContent: z.looseObject({}) }) });
const Booked = z.object({ booking: z.object({ id: z.int() }) });
const Held = z.object({ reservation: z.object({ uid: z.string() }) });

/** Calls a tool, requires success, and returns its result. */
async function callTool(act: Send, key: string, call: { name: string; arguments: object }) {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const { json, text } = await act({ method: "POST", path: "/mcp", key, body });
  const { success, data } = Result.safeParse(json);
  expect(success, text).toBe(true);
  return data?.result.structuredContent;
}

/** Calls of tools with which the MCP server uses all its permissions. */
export const MCP_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence: "an agent books, reschedules, cancels and reads bookings",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const { id: eventTypeId } = await makeEventType(caller, { seatsPerTimeSlot: 2 });
      const call = (name: string, args: object) => callTool(act, key, { name, arguments: args });
      const start = "2031-06-02T09:00:00Z";
      const { reservation } = Held.parse(await call("hold_slot", { eventTypeId, start }));
      const responses = { name: SAMPLE_PEOPLE.booker, email: "agent@example.com" };
      const request = { eventTypeId, start, responses, reservationUid: reservation.uid };
      const { booking } = Booked.parse(
        await call("create_booking", { ...request, idempotencyKey: "agent-1" }),
      );
      expect(await call("create_booking", { ...request, idempotencyKey: "agent-1" })).toMatchObject({
        booking,
      });
      await call("reschedule_booking", { id: booking.id, start: "2031-06-03T09:00:00Z" });
      await book(caller, await makeEventType(caller), { start: "2031-06-04T09:00:00Z" });
      const { nextCursor: cursor } = z
        .object({ nextCursor: z.string() })
        .parse(await call("list_bookings", { limit: 1 }));
      await call("list_bookings", { limit: 1, cursor });
      await call("find_slots", { eventTypeId, startTime: "2031-06-02" });
      await call("list_event_types", {});
      await call("cancel_booking", { id: booking.id });
      await call("get_booking", { id: booking.id });
      await call("get_profile", {});
      await connectPushed(caller);
      await call("list_calendars", {});
    },
  },
  {
    sentence: "an agent of an admin uses all lists",
    run: async (act) => {
      const { key } = await makeUserWithKey("ADMIN");
      for (const name of ["list_bookings", "list_calendars", "list_event_types"])
        await callTool(act, key, { name, arguments: { limit: 1 } });
    },
  },
];
