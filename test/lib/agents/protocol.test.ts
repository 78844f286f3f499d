import { beforeEach, describe, expect, it, vi } from "vitest";
import { getProfile } from "#lib/agents/tools/get-profile.ts";
import { Failure } from "#lib/failures.ts";
import { makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { mcpRequest, sendMcp } from "#test/support/calls/mcp.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
let user: UserWithKey;
let lines: ReturnType<typeof captureLines>;
beforeEach(async () => {
  process.env["RATE_LIMIT_PER_MINUTE"] = "600";
  lines = captureLines();
  user = await makeUserWithKey();
});

const PREFIX = "io.modelcontextprotocol/";
const META = {
  [`${PREFIX}protocolVersion`]: "2026-07-28",
  [`${PREFIX}clientCapabilities`]: {},
};
const modern = (method: string, params: object = {}) => mcpRequest(method, { _meta: META, ...params });
const modernHeaders = (method: string, more: Record<string, string> = {}) => ({
  ...{ "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method },
  ...more,
});
const profile = { name: "get_profile", arguments: {} };

describe("a client of a revision with a handshake", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2099-01-01", "2025-11-25"],
  ])("that sends %s in initialize gets %s", async (protocolVersion, expected) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const { status, json } = await sendMcp(user.key, mcpRequest("initialize", params));
    expect([status, json]).toMatchObject([
      200,
      {
        id: 1,
        result: { protocolVersion: expected, capabilities: { tools: {} }, serverInfo: { name: "almanac" } },
      },
    ]);
  });

  it("gets 202 without a body for a notification", async () => {
    const { status, text } = await sendMcp(user.key, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([status, text]).toEqual([202, ""]);
  });

  it("gets results without the fields of later revisions", async () => {
    const { json } = await sendMcp(user.key, mcpRequest("ping"));
    expect(json).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  it("gets an error for an unknown method, and for an unknown tool", async () => {
    const unknown = await sendMcp(user.key, mcpRequest("toString"));
    expect([unknown.status, unknown.json]).toMatchObject([200, { id: 1, error: { code: -32_601 } }]);
    for (const params of [{ name: "drop_tables" }, { name: 7 }, {}, { ...profile, arguments: "none" }]) {
      const { status, json } = await sendMcp(user.key, mcpRequest("tools/call", params));
      expect([status, json]).toMatchObject([200, { id: 1, error: { code: -32_602 } }]);
    }
  });

  it("may send a session id, which has no effect", async () => {
    const answer = await sendMcp(user.key, mcpRequest("ping"), { "Mcp-Session-Id": "made up" });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).map((name) => name.toLowerCase())).not.toContain("mcp-session-id");
  });
});

describe("a client of the revision without a handshake", () => {
  it("discovers the server", async () => {
    const { status, json } = await sendMcp(
      user.key,
      modern("server/discover"),
      modernHeaders("server/discover"),
    );
    expect([status, json]).toMatchObject([
      200,
      {
        result: {
          resultType: "complete",
          supportedVersions: expect.arrayContaining(["2026-07-28"]),
          ttlMs: 3_600_000,
        },
      },
    ]);
  });

  it("calls a tool with its name also in a header, as text or in Base64", async () => {
    for (const name of ["get_profile", `=?base64?${Buffer.from("get_profile").toString("base64")}?=`]) {
      const headers = modernHeaders("tools/call", { "Mcp-Name": name });
      const { status, json } = await sendMcp(user.key, modern("tools/call", profile), headers);
      expect([status, json]).toMatchObject([
        200,
        {
          result: {
            resultType: "complete",
            isError: false,
            structuredContent: { user: { id: user.caller.userId } },
          },
        },
      ]);
    }
  });

  it.each<[string, Record<string, string>]>([
    ["no version", { "Mcp-Method": "tools/call", "Mcp-Name": "get_profile" }],
    [
      "another version",
      modernHeaders("tools/call", { "Mcp-Name": "get_profile", "MCP-Protocol-Version": "2025-11-25" }),
    ],
    ["another method", modernHeaders("tools/list", { "Mcp-Name": "get_profile" })],
    ["another name", modernHeaders("tools/call", { "Mcp-Name": "cancel_booking" })],
    ["no name", modernHeaders("tools/call")],
  ])("is rejected if its headers have %s", async (_, headers) => {
    const { status, json } = await sendMcp(user.key, modern("tools/call", profile), headers);
    expect([status, json]).toMatchObject([400, { id: 1, error: { code: -32_020 } }]);
  });

  it("gets the supported versions if it sends another one", async () => {
    const requested = "2099-01-01";
    const list = modern("tools/list", { _meta: { ...META, [`${PREFIX}protocolVersion`]: requested } });
    const { status, json } = await sendMcp(user.key, list, { "MCP-Protocol-Version": requested });
    const data = { supported: ["2026-07-28"], requested };
    expect([status, json]).toMatchObject([400, { error: { code: -32_022, data } }]);
  });

  it("is rejected without the required metadata", async () => {
    const { status, json } = await sendMcp(user.key, mcpRequest("tools/list"), modernHeaders("tools/list"));
    expect([status, json]).toMatchObject([400, { error: { code: -32_602 } }]);
  });

  it("gets 404 for a method of earlier revisions", async () => {
    const { status, json } = await sendMcp(user.key, modern("ping"), modernHeaders("ping"));
    expect([status, json]).toMatchObject([404, { error: { code: -32_601 } }]);
  });
});

describe("any client", () => {
  it("that sends an unknown cursor to tools/list gets an error", async () => {
    const earlier = await sendMcp(user.key, mcpRequest("tools/list", { cursor: "made up" }));
    const later = await sendMcp(
      user.key,
      modern("tools/list", { cursor: "made up" }),
      modernHeaders("tools/list"),
    );
    for (const { json } of [earlier, later]) expect(json).toMatchObject({ id: 1, error: { code: -32_602 } });
  });

  it.each<[string, string, object]>([
    ["an unsupported version", "1900-01-01", { message: expect.stringContaining("2025-11-25") }],
    ["text for a version", "__proto__", { code: -32_602 }],
    ["text that is not ASCII for a version", "２０２６", { code: -32_602 }],
  ])("that sends %s is rejected", async (_, version, error) => {
    const headers = { "MCP-Protocol-Version": version };
    const { status, json } = await sendMcp(user.key, mcpRequest("tools/list"), headers);
    expect([status, json]).toMatchObject([400, { error }]);
  });

  it("that sends a number for the version in initialize gets an error", async () => {
    const params = { protocolVersion: 7, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const { json } = await sendMcp(user.key, mcpRequest("initialize", params));
    expect(json).toMatchObject({ id: 1, error: { message: expect.stringContaining("protocolVersion") } });
  });

  it.each<[string, unknown, number]>([
    ["no JSON", "{", -32_700],
    ["text that is not JSON", "hello", -32_700],
    ["a batch", [mcpRequest("ping")], -32_600],
    ["null", "null", -32_600],
    ["a number", "7", -32_600],
    ["a response", { jsonrpc: "2.0", id: 1, result: {} }, -32_600],
    ["no version of JSON-RPC", { id: 1, method: "ping" }, -32_600],
    ["an earlier version of JSON-RPC", { jsonrpc: "1.0", id: 1, method: "ping" }, -32_600],
    ["null for an id", { jsonrpc: "2.0", id: null, method: "ping" }, -32_600],
    ["an object for an id", { jsonrpc: "2.0", id: {}, method: "ping" }, -32_600],
    ["a number for a method", { jsonrpc: "2.0", id: 1, method: 7 }, -32_600],
    ["a list for parameters", { jsonrpc: "2.0", id: 1, method: "ping", params: [1] }, -32_600],
    ["half a character", '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', -32_700],
  ])("that sends %s gets a JSON-RPC error", async (_, body, code) => {
    const { status, json, headers } = await sendMcp(user.key, body);
    expect([status, json]).toMatchObject([400, { jsonrpc: "2.0", error: { code } }]);
    expect(json).not.toHaveProperty("id");
    expect(headers["Content-Type"]).toContain("application/json");
  });

  it("that sends no body, too large a body or another type, or accepts no JSON, is rejected", async () => {
    const statusOf = async (body: unknown, headers = {}) => (await sendMcp(user.key, body, headers)).status;
    expect(await statusOf("")).toBe(400);
    expect(await statusOf({ ...mcpRequest("ping"), padding: "x".repeat(262_145) })).toBe(413);
    expect(await statusOf(mcpRequest("ping"), { "Content-Type": "text/plain" })).toBe(415);
    expect(await statusOf(mcpRequest("ping"), { Accept: "text/event-stream" })).toBe(406);
    expect(await statusOf(mcpRequest("ping"), { Accept: "application/json, text/event-stream" })).toBe(200);
  });

  it.each([
    ["https://agent.example.com", 200],
    ["http://localhost:6274", 200],
    ["http://127.0.0.1:6274", 200],
    ["http://rebound.example.com:3000", 403],
    ["http://localhost.example.com", 403],
    ["null", 403],
    ["file://", 403],
    ["nonsense", 403],
  ])("on a page at %s gets %i", async (Origin, expected) => {
    expect((await sendMcp(user.key, mcpRequest("ping"), { Origin })).status).toBe(expected);
  });

  it("gets an error for a subscription, which would need a stream", async () => {
    const listen = modern("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const { status, json } = await sendMcp(user.key, listen, modernHeaders("subscriptions/listen"));
    expect([status, json]).toMatchObject([200, { id: 1, error: { code: -32_603 } }]);
  });

  it.each<[string, Error, number]>([
    ["a busy database", new Failure("temporarily_unavailable", "The service is busy."), 503],
    ["an unexpected error", new Error("table-1 has no index"), 500],
  ])("gets a failed request for %s, without the text of the error", async (_, error, expected) => {
    for (const [message, headers] of [
      [mcpRequest("tools/call", profile), {}],
      [modern("tools/call", profile), modernHeaders("tools/call", { "Mcp-Name": "get_profile" })],
    ] as const) {
      vi.spyOn(getProfile, "call").mockRejectedValueOnce(error);
      const { status, json, text } = await sendMcp(user.key, message, headers);
      expect([status, json]).toMatchObject([
        expected,
        { error: { code: -32_603, data: { status: expected } } },
      ]);
      expect(text).not.toContain("table-1");
      expect(lines().at(-1)).toMatchObject({ tool: "get_profile", status: expected, "call.failed": 1 });
    }
  });

  it("leaves a log line with the tool and the failure of its call", async () => {
    await sendMcp(user.key, mcpRequest("tools/call", { name: "get_booking", arguments: { id: 1 } }));
    expect(lines().at(-1)).toMatchObject({
      ...{ endpoint: "agents.mcp", status: 200, tool: "get_booking", failure: "not_found" },
      ...{ "call.failed": 1, roundTrips: 1 },
    });
    expect(lines().at(-1)).not.toHaveProperty("undeclared");
  });
});
