import { describe, expect, it } from "vitest";
import { revokeApiKey } from "#lib/api-keys/revoke.ts";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
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

const send = (ask: Partial<ApiRequest> = {}) =>
  clientOf(cloud().baseUrl)({ method: "GET", path: "/event-types", ...ask });
const statusAndCode = async (ask: Partial<ApiRequest>) => {
  const { status, json } = await send(ask);
  return [status, json["code"]];
};

describe("a credential", () => {
  it("is taken from a bearer header, from X-Api-Key and from the query, with or without the stage", async () => {
    const { key } = await makeUserWithKey();
    expect((await send({ key })).status).toBe(200);
    expect((await send({ headers: { "X-Api-Key": key } })).status).toBe(200);
    expect((await send({ path: `/event-types?apiKey=${key}` })).status).toBe(200);
    const root = clientOf(cloud().baseUrl.replace(/\/v1$/, ""));
    expect((await root({ method: "GET", path: "/event-types", key })).status).toBe(200);
  });

  it("is one: two different ones are 400, the same one twice is fine", async () => {
    const [{ key }, other] = [await makeUserWithKey(), await makeUserWithKey()];
    expect(await statusAndCode({ key, path: `/event-types?apiKey=${other.key}` })).toEqual([
      400,
      "two_credentials",
    ]);
    expect((await send({ key, path: `/event-types?apiKey=${key}` })).status).toBe(200);
  });

  it("opens nothing from the moment it is revoked, and a locked user is told so", async () => {
    const host = await makeHost();
    const [revoked, kept] = [await makeKey(host), await makeKey(host)];
    expect((await send({ key: revoked.key })).status).toBe(200);
    await revokeApiKey(OPERATOR, host.userId, revoked.apiKey.id);
    expect(await statusAndCode({ key: revoked.key })).toEqual([401, "invalid_token"]);
    expect((await send({ key: kept.key })).status).toBe(200);
    await lockUser(OPERATOR, host.userId, true);
    expect(await statusAndCode({ key: kept.key })).toEqual([403, "user_locked"]);
  });

  it("has its number of calls a minute, whatever is answered, and is told when to come back", async () => {
    const { key } = await makeUserWithKey();
    const paths = ["/event-types", "/event-types/999999999", "/event-types/nonsense"];
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 10 }, (_, at) => send({ key, path: paths[at % paths.length] ?? "" })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // The bucket fills while the calls run, by one call in three seconds.
    expect(refused.length).toBeGreaterThanOrEqual(5);
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

describe("the log of the functions", () => {
  it("holds no credential, no name and no address of anybody", async () => {
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
});
