import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { encryptText } from "#lib/platform/kms.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { sendAllMessages } from "#lib/platform/queue.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { CALLER } from "#test/support/calls/echo-endpoint.ts";
import { captureLines, invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

const Thing = entity({ name: "thing", key: { pk: "X#{id}", sk: "#" }, schema: z.object({ id: z.int() }) });
const readTable = () => findItem(Thing, { id: 1 });
const encrypt = () => encryptText("x", {});
const send = () => sendAllMessages("events", [{ body: {}, group: "1" }]);

let lines = captureLines();
beforeEach(() => {
  lines = captureLines();
  vi.stubEnv("AWS_REGION", "us-east-1").stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test").stubEnv("TABLE_NAME", "table");
  vi.stubEnv("EVENTS_QUEUE_URL", "http://127.0.0.1/000000000000/events").stubEnv("SECRETS_KEY_ID", "key");
});

/** Starts a server in place of AWS, and returns its address. */
async function startAws(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const responding =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);
const errorBody = (type: string) => JSON.stringify({ __type: type, message: "secret text" });

/** Calls an endpoint that makes one call of AWS at this address. */
async function callEndpoint(url: string, call: () => Promise<unknown>) {
  vi.stubEnv("AWS_ENDPOINT_URL", url);
  changeService();
  const calling = endpoint(endpointSpec(), async () => {
    await call();
    return {};
  });
  const { status, json, headers } = await invoke(calling, { caller: CALLER, path: { id: "3" } });
  return { status, code: json["code"], retryAfter: headers["Retry-After"] };
}

describe("a call of AWS that may succeed later", () => {
  const unavailable = { status: 503, code: "temporarily_unavailable", retryAfter: "1" };

  it("is 503 if the connection breaks", async () => {
    const url = await startAws(({ socket }) => socket.destroy());
    expect(await callEndpoint(url, readTable)).toEqual(unavailable);
    expect(lines()).toMatchObject([
      { event: "call", failure: "temporarily_unavailable", error: "ECONNRESET" },
    ]);
  });

  it("is 503 if nothing listens at the address", async () => {
    expect(await callEndpoint("http://127.0.0.1:1", readTable)).toEqual(unavailable);
  });

  it("is 503 if the host name is not found", async () => {
    expect(await callEndpoint("http://no-such-host.invalid", readTable)).toEqual(unavailable);
  });

  it.each([
    ["a load balancer responds with a page", readTable, responding(503, "<html>")],
    ["DynamoDB throttles", readTable, responding(400, errorBody("ProvisionedThroughputExceededException"))],
    ["DynamoDB has an internal error", readTable, responding(500, errorBody("InternalServerError"))],
    ["KMS has an internal error", encrypt, responding(500, errorBody("KMSInternalException"))],
    ["SQS throttles", send, responding(400, errorBody("com.amazonaws.sqs#RequestThrottled"))],
  ])("is 503 if %s", async (_, call, listener) => {
    expect(await callEndpoint(await startAws(listener), call)).toEqual(unavailable);
  });
});

it.each([
  ["the role lacks a permission", readTable, "AccessDeniedException"],
  ["the request is not valid", readTable, "com.amazon.coral.validate#ValidationException"],
  ["the key is disabled", encrypt, "DisabledException"],
  ["the queue does not exist", send, "com.amazonaws.sqs#QueueDoesNotExist"],
])("a call of AWS that always fails is 500 if %s", async (_, call, type) => {
  const url = await startAws(responding(400, errorBody(type)));
  expect(await callEndpoint(url, call)).toMatchObject({ status: 500, code: "internal_error" });
  expect(JSON.stringify(lines())).not.toContain("secret text");
});
