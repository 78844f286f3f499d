import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { requireOtherHost } from "#lib/delivery/sending/subscriber-url.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

const OWN = "https://api.almanac.example/v1";
const CALLER: Caller = { userId: 1, role: "USER", scopes: "all", credentialId: "key" };

describe.each([
  ["webhooks.create", { eventTriggers: ["BOOKING_CREATED"] }],
  ["webhooks.update", {}],
])("%s", (endpoint, body) => {
  beforeEach(() => {
    vi.stubEnv("SERVICE_URL", OWN);
  });

  test.each([
    `${OWN}/webhooks`,
    "https://API.almanac.example./",
    "https://api.almanac.example:8443/",
    "https://127.0.0.1/",
  ])("rejects the own host: %s", async (subscriberUrl) => {
    const answer = await callEndpoint(endpoint, CALLER, {
      path: { id: "wh_1" },
      body: { ...body, subscriberUrl },
    });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: "#/subscriberUrl" }] } });
  });
});

test("other hosts are allowed", () => {
  for (const url of ["https://hook.almanac.example/", "https://almanac.example/", undefined])
    expect(() => requireOtherHost(OWN, url)).not.toThrow();
});

test("if private addresses are allowed, the service and its subscribers may run on the same machine", () => {
  vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
  expect(() => requireOtherHost("http://127.0.0.1:3000/v1", "http://127.0.0.1:4000/hook")).not.toThrow();
});
