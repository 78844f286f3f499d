import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { useBrowser } from "#test/support/pages/browser.ts";

const cloud = useSharedCloud();
const openPage = useBrowser();

let pages: Server;
beforeAll(async () => {
  pages = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end("A page with an agent");
  }).listen(0, "127.0.0.1");
  await once(pages, "listening");
});
afterAll(() => {
  pages.closeAllConnections();
  pages.close();
});

/** Opens a page of another origin. Returns a function that sends a message from it to the MCP server, and reads the response. */
async function openAgent() {
  const opened = await openPage();
  const { page } = opened;
  await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
  const send = (message: object, headers: Record<string, string> = {}) =>
    page.evaluate(
      async ({ url, init }) => {
        const response = await fetch(url, init);
        const text = await response.text();
        return {
          status: response.status,
          challenge: response.headers.get("WWW-Authenticate"),
          body: text === "" ? undefined : JSON.parse(text),
        };
      },
      {
        url: `${cloud().baseUrl}/mcp`,
        init: {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            ...headers,
          },
          body: JSON.stringify({ jsonrpc: "2.0", ...message }),
        },
      },
    );
  return { opened, send };
}

it("a page of another origin initializes the MCP server and lists its tools, with the headers of the protocol", async () => {
  const { key } = await makeUserWithKey();
  const { opened, send } = await openAgent();
  const authorized = { Authorization: `Bearer ${key}` };
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "page", version: "1" },
  };
  const { body } = await send({ id: 1, method: "initialize", params }, authorized);
  expect(body).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  const versioned = { ...authorized, "MCP-Protocol-Version": "2025-11-25" };
  expect((await send({ method: "notifications/initialized" }, versioned)).status).toBe(202);
  const all = { ...versioned, "Mcp-Session-Id": "none", "Last-Event-ID": "0" };
  const listed = await send({ id: 2, method: "tools/list" }, all);
  expect(listed.body).toMatchObject({ result: { tools: expect.any(Array) } });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const called = await send(
    { id: 3, method: "tools/call", params: { name: "get_profile", arguments: {}, _meta } },
    {
      ...authorized,
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": "get_profile",
    },
  );
  expect(called.body).toMatchObject({ result: { structuredContent: { user: expect.any(Object) } } });
  expect(opened.complaints).toEqual([]);
});

it("a page of another origin reads the challenge of a 401", async () => {
  const { send } = await openAgent();
  const { status, challenge } = await send({ id: 1, method: "initialize", params: {} });
  expect(status).toBe(401);
  expect(challenge).toContain(
    `resource_metadata="${cloud().baseUrl}/.well-known/oauth-protected-resource/mcp"`,
  );
});
