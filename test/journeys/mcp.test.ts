import { createMCPClient } from "@ai-sdk/mcp";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { discoverOAuthServerInfo } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { TOOLS } from "#lib/agents/tools.ts";
import { MCP_SCOPES } from "#lib/identity/oauth/resource.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { SAMPLE_PEOPLE } from "#test/support/builders/sample-people.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const CLIENT = { name: "journey", version: "1.0.0" };
const NAMES = TOOLS.map(({ name }) => name);

const Slots = z.object({ slots: z.record(z.string(), z.array(z.string())), nextStartTime: z.string() });
const Held = z.object({ reservation: z.object({ uid: z.string() }) });
const Booked = z.object({ booking: z.object({ id: z.int(), status: z.string(), startTime: z.string() }) });

/** Calls a tool and returns its structured result. */
type CallTool = (name: string, args: Record<string, unknown>) => Promise<unknown>;

const address = () => new URL(`${cloud().baseUrl}/mcp`);
const sentWith = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });
const responses = { name: SAMPLE_PEOPLE.booker, email: "booker@example.com" };

/** Lists event types and slots, holds a slot, books, reschedules and cancels, as an agent does. */
async function bookAndCancel(call: CallTool, eventTypeId: number): Promise<void> {
  expect(await call("list_event_types", {})).toMatchObject({ event_types: [{ id: eventTypeId }] });
  const { slots } = Slots.parse(await call("find_slots", { eventTypeId }));
  // The first slot may start while the test runs.
  const [, start = "", later = ""] = Object.values(slots).flat();
  const { reservation } = Held.parse(await call("hold_slot", { eventTypeId, start }));
  const booking = { eventTypeId, start, responses, reservationUid: reservation.uid };
  const { id } = Booked.parse(await call("create_booking", booking)).booking;
  const moved = Booked.parse(await call("reschedule_booking", { id, start: later })).booking;
  expect([moved.id, Date.parse(moved.startTime)]).toEqual([id, Date.parse(later)]);
  expect(await call("list_bookings", { status: "upcoming" })).toMatchObject({ bookings: [{ id }] });
  expect(await call("cancel_booking", { id })).toMatchObject({ booking: { status: "CANCELLED" } });
  expect(await call("get_booking", { id })).toMatchObject({ booking: { id, status: "CANCELLED" } });
}

describe("an agent books and cancels", () => {
  it("with the official client", async () => {
    const { caller, key } = await makeUserWithKey();
    const { id } = await makeEventType(caller);
    const client = new Client(CLIENT);
    await client.connect(new StreamableHTTPClientTransport(address(), sentWith(key)));
    expect(client.getServerVersion()).toMatchObject({ name: "almanac" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    await client.ping();
    await bookAndCancel(async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result["isError"], JSON.stringify(result)).toBe(false);
      return result["structuredContent"];
    }, id);
    await client.close();
  });

  it.each(["auto", "legacy"] as const)("with the official client of 2026-07-28, %s", async (mode) => {
    const { caller, key } = await makeUserWithKey();
    const { id } = await makeEventType(caller);
    const client = new ModernClient(CLIENT, { versionNegotiation: { mode } });
    await client.connect(new ModernTransport(address(), sentWith(key)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(NAMES);
    await bookAndCancel(async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError, JSON.stringify(result)).toBe(false);
      return result.structuredContent;
    }, id);
    await client.close();
  });

  it("with the MCP client of an agent framework, the AI SDK", async () => {
    const { caller, key } = await makeUserWithKey();
    const { id } = await makeEventType(caller);
    const headers = { Authorization: `Bearer ${key}` };
    const client = await createMCPClient({ transport: { type: "http", url: String(address()), headers } });
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(NAMES);
    await bookAndCancel(async (name, args) => {
      const result = await tools[name]?.execute(args, { toolCallId: name, messages: [], context: {} });
      return z.object({ isError: z.literal(false), structuredContent: z.unknown() }).parse(result)
        .structuredContent;
    }, id);
    await client.close();
  });
});

describe("a client without a credential", () => {
  it.each([
    ["without a key or token", {}, "unauthorized", ""],
    [
      "with an unknown key",
      { Authorization: "Bearer sk_unknown" },
      "invalid_token",
      'error="invalid_token", ',
    ],
  ])("%s gets 401 with the scopes and the URL of the metadata", async (_, headers, ...[code, error]) => {
    const response = await fetch(address(), { method: "POST", headers, body: "{}" });
    expect([response.status, await response.json()]).toMatchObject([401, { code, status: 401 }]);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer ${error}scope="${MCP_SCOPES.join(" ")}", resource_metadata="${cloud().baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it("finds the authorization server, the scopes and the resource", async () => {
    const found = await discoverOAuthServerInfo(address());
    expect(found).toMatchObject({
      authorizationServerUrl: cloud().baseUrl,
      authorizationServerMetadata: { issuer: cloud().baseUrl },
      resourceMetadata: { resource: String(address()), scopes_supported: [...MCP_SCOPES] },
    });
  });

  it("gets 405 for GET and DELETE: the server has no streams and no sessions", async () => {
    for (const method of ["GET", "DELETE"]) {
      const { status, headers } = await fetch(address(), { method });
      expect([status, headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
    }
  });
});
