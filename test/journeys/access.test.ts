import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import {
  bookingRequest,
  makeEventType,
  makeHost,
  makeKey,
  makeUserWithKey,
} from "#test/support/builders/builders.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";

const LIMIT = 20;
const cloud = useCloud({ environment: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } });

const send = (request: Partial<ApiRequest> = {}) =>
  clientOf(cloud().baseUrl)({ method: "GET", path: "/event-types", ...request });
const statusAndCode = async (request: Partial<ApiRequest>) => {
  const { status, json } = await send(request);
  return [status, json["code"]];
};

describe("a credential", () => {
  it("is read from a bearer header, X-Api-Key and the query, with and without the stage in the path", async () => {
    const { key } = await makeUserWithKey();
    expect((await send({ key })).status).toBe(200);
    expect((await send({ headers: { "X-Api-Key": key } })).status).toBe(200);
    expect((await send({ path: `/event-types?apiKey=${key}` })).status).toBe(200);
    const root = clientOf(cloud().baseUrl.replace(/\/v1$/, ""));
    expect((await root({ method: "GET", path: "/event-types", key })).status).toBe(200);
  });

  it("is rejected with 400 if a request has two different ones; the same one twice is accepted", async () => {
    const [{ key }, other] = [await makeUserWithKey(), await makeUserWithKey()];
    expect(await statusAndCode({ key, path: `/event-types?apiKey=${other.key}` })).toEqual([
      400,
      "two_credentials",
    ]);
    expect((await send({ key, path: `/event-types?apiKey=${key}` })).status).toBe(200);
  });

  it("is rejected as soon as it is revoked; the key of a locked user gets user_locked", async () => {
    const host = await makeHost();
    const [revoked, kept] = [await makeKey(host), await makeKey(host)];
    expect((await send({ key: revoked.key })).status).toBe(200);
    await revokeApiKey(OPERATOR, host.userId, revoked.apiKey.id);
    expect(await statusAndCode({ key: revoked.key })).toEqual([401, "invalid_token"]);
    expect((await send({ key: kept.key })).status).toBe(200);
    await lockUser(OPERATOR, host.userId, true);
    expect(await statusAndCode({ key: kept.key })).toEqual([403, "user_locked"]);
  });

  it("has a limit of calls per minute, successful or not, and a 429 names the time until the next call", async () => {
    const { key } = await makeUserWithKey();
    const startedAt = performance.now();
    const paths = ["/event-types", "/event-types/999999999", "/event-types/nonsense"];
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 10 }, (_, at) => send({ key, path: paths[at % paths.length] ?? "" })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // While the calls run, another call is allowed every three seconds.
    const refilled = Math.ceil((performance.now() - startedAt) / 3_000);
    expect(refused.length).toBeGreaterThanOrEqual(10 - refilled);
    expect(refused.length).toBeLessThanOrEqual(10);
    for (const { headers, json } of refused) {
      expect(json["code"]).toBe("too_many_requests");
      expect(headers).toMatchObject({ "x-ratelimit-limit": String(LIMIT), "x-ratelimit-remaining": "0" });
      expect(headers["ratelimit-policy"]).toBe(`"default";q=${LIMIT};w=60`);
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3);
    }
  });
});

it("the log of the functions contains no credential, name or address", async () => {
  const { caller, key } = await makeUserWithKey();
  const { id } = await makeEventType(caller);
  const body = bookingRequest(id, {
    start: "2031-03-03T09:00:00Z",
    responses: { name: "Ann Booker", email: "ann@example.com" },
  });
  expect((await send({ method: "POST", path: "/bookings", key, body })).status).toBe(200);
  await send({ method: "POST", path: "/bookings", key, body });
  await send({ method: "POST", path: "/bookings", key, body: "{ann@example.com" });
  await send({ path: `/bookings?apiKey=${key}&attendeeEmail=ann@example.com` });
  const ids = ["authorizer", "bookings.create", "bookings.list", "event-types.list"];
  const lines = ids.flatMap((each) => cloud().logs(each));
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.join("\n")).not.toMatch(/sk_|Ann Booker|ann@example|apiKey/);
});
