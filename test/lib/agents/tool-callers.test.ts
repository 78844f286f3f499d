import { beforeEach, describe, expect, it } from "vitest";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { book, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens } from "#test/support/builders/oauth.ts";
import { callTool, mcpRequest, sendMcp } from "#test/support/calls/mcp.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { LATER, makeAgentHost, responses, START } from "./agent-host.ts";

useLocalTable();
let host: UserWithKey;
let eventType: EventType;
beforeEach(async () => {
  ({ host, eventType } = await makeAgentHost());
});

describe("the caller of a tool", () => {
  it("gets the same error for another user's booking as for a missing one", async () => {
    const { id } = await book(host.caller, eventType, { start: START });
    const stranger = await makeUserWithKey();
    for (const [name, more] of [
      ["get_booking", {}],
      ["cancel_booking", {}],
      ["reschedule_booking", { start: LATER }],
    ] as const) {
      const [foreign, missing] = [
        await callTool(stranger.key, name, { id, ...more }),
        await callTool(stranger.key, name, { id: 999_999_999, ...more }),
      ];
      expect(foreign).toEqual(missing);
      expect([foreign.isError, foreign.text]).toEqual([true, expect.stringContaining("list_bookings")]);
    }
  });

  it("can access everything as a system admin", async () => {
    const { id } = await book(host.caller, eventType, { start: START });
    const admin = await makeUserWithKey("ADMIN");
    expect((await callTool(admin.key, "get_booking", { id })).result).toMatchObject({ booking: { id } });
    expect((await callTool(admin.key, "cancel_booking", { id })).isError).toBe(false);
  });

  it("gets an error with the missing scope and how to get it", async () => {
    const { access_token: token } = await makeTokens(host.caller, await makeClient(), {
      scope: "READ_BOOKING",
    });
    expect((await callTool(token, "list_bookings")).isError).toBe(false);
    const { isError, text } = await callTool(token, "create_booking", {
      eventTypeId: eventType.id,
      start: START,
      responses,
    });
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/WRITE_BOOKING.*\n.*connect Almanac again/),
    ]);
  });

  it("has the rate limit of its credential", async () => {
    process.env["RATE_LIMIT_PER_MINUTE"] = "1";
    const first = await sendMcp(host.key, mcpRequest("ping"));
    expect([first.status, first.headers["X-RateLimit-Remaining"]]).toEqual([200, "0"]);
    const second = await sendMcp(host.key, mcpRequest("ping"));
    expect([second.status, second.headers["Retry-After"]]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  it("can send only one credential", async () => {
    const other = await makeUserWithKey();
    const { status, json } = await sendMcp(host.key, mcpRequest("ping"), { "X-Api-Key": other.key });
    expect([status, json]).toMatchObject([400, { error: { data: { code: "two_credentials" } } }]);
  });
});
