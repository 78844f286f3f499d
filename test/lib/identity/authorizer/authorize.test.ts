import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { newApiKey } from "#lib/identity/api-keys/secret.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { lockUser, setRole } from "#lib/identity/credentials/rights.ts";
import { setClock } from "#lib/platform/clock.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

type Sent = Parameters<typeof authorizerEvent>[0];
const bearer = (credential: string): Sent => ({ headers: { Authorization: [`Bearer ${credential}`] } });
const decide = (sent: Sent) => authorize(authorizerEvent(sent));
const effectOf = ({ policyDocument }: APIGatewayAuthorizerResult) => policyDocument.Statement[0]?.Effect;
const callerOf = ({ context }: APIGatewayAuthorizerResult) =>
  context?.["caller"] === undefined ? undefined : JSON.parse(String(context["caller"]));
const METADATA = 'resource_metadata="https://api.example.com/v1/.well-known/oauth-protected-resource';
const failureOf = ({ context }: APIGatewayAuthorizerResult) => context?.["refusal"];

describe("the authorizer", () => {
  it("finds the caller of a key in all three places, in any spelling of the header", async () => {
    const host = await makeHost();
    const { key, apiKey } = await makeKey(host);
    const places: Sent[] = [
      bearer(key),
      { headers: { authorization: [`bearer  ${key}`] } },
      { headers: { "X-Api-Key": [key] } },
      { headers: { "x-api-key": [` ${key} `] } },
      { query: { apiKey: [key] } },
    ];
    for (const place of places) {
      const result = await decide(place);
      expect(effectOf(result)).toBe("Allow");
      expect(callerOf(result)).toEqual({
        userId: host.userId,
        role: "USER",
        scopes: "all",
        credentialId: `key-${apiKey.id}`,
      });
      expect(result.principalId).toBe(`key-${apiKey.id}`);
    }
  });

  it("allows every route of the stage, not only the requested one", async () => {
    const { key } = await makeKey(await makeHost());
    const { policyDocument } = await decide(bearer(key));
    expect(policyDocument.Statement).toEqual([
      {
        Action: "execute-api:Invoke",
        Effect: "Allow",
        Resource: "arn:aws:execute-api:us-east-1:000000000000:api/v1/*",
      },
    ]);
  });

  it("accepts the same credential sent twice", async () => {
    const { key } = await makeKey(await makeHost());
    const result = await decide({ ...bearer(key), query: { apiKey: [key, key] } });
    expect([effectOf(result), failureOf(result)]).toEqual(["Allow", undefined]);
  });

  it("rejects two different credentials in any place, and returns nothing about either", async () => {
    const [one, other] = [await makeKey(await makeHost()), await makeKey(await makeHost())];
    const pairs: Sent[] = [
      { ...bearer(one.key), query: { apiKey: [other.key] } },
      { headers: { Authorization: [`Bearer ${one.key}`], "X-Api-Key": [other.key] } },
      { headers: { Authorization: [`Bearer ${one.key}`, `Bearer ${other.key}`] } },
      { query: { apiKey: [one.key, "nonsense"] } },
    ];
    for (const pair of pairs) {
      const result = await decide(pair);
      expect([effectOf(result), result.context]).toEqual(["Allow", { refusal: "two_credentials" }]);
    }
  });

  it("rejects two Authorization headers of any schemes", async () => {
    const { key } = await makeKey(await makeHost());
    for (const other of ["Basic YWxhZGRpbjpvcGVuc2VzYW1l", "Bearer", `Bearer ${key}, Bearer ${key}`])
      for (const Authorization of [
        [`Bearer ${key}`, other],
        [other, `Bearer ${key}`],
      ])
        expect(failureOf(await decide({ headers: { Authorization } }))).toBe("two_credentials");
  });

  it("ignores callers and users in other headers", async () => {
    const [host, other] = [await makeHost(), await makeHost("ADMIN")];
    const { key } = await makeKey(host);
    const caller = JSON.stringify(other);
    const claims = {
      caller,
      "x-amzn-caller": caller,
      "x-authorizer-caller": caller,
      "x-amz-security-token": caller,
      "x-user-id": String(other.userId),
      "x-forwarded-user": String(other.userId),
      "x-apigateway-event": caller,
      "x-amzn-oidc-identity": String(other.userId),
      "x-amzn-oidc-data": caller,
    };
    const headers = Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, [value]]));
    expect(effectOf(await decide({ headers }))).toBe("Deny");
    const withKey = await decide({ headers: { ...headers, Authorization: [`Bearer ${key}`] } });
    expect(callerOf(withKey)).toMatchObject({ userId: host.userId, role: "USER" });
  });

  it.each<Sent>([
    {},
    { headers: { Authorization: [""] } },
    { headers: { Authorization: ["Bearer"] } },
    { headers: { Authorization: ["Basic YWxhZGRpbjpvcGVuc2VzYW1l"] } },
    { headers: { "X-Api-Key": [""] } },
    { query: { apiKey: [""] } },
    { query: { apikey: ["other"] } },
  ])("denies a request without a credential, with the address of the API's metadata: %j", async (sent) => {
    const result = await decide(sent);
    expect([effectOf(result), result.context]).toEqual([
      "Deny",
      {
        code: "unauthorized",
        title: "Authentication required",
        detail: "Send an API key or an access token.",
        challenge: `Bearer ${METADATA}"`,
      },
    ]);
  });

  it("denies unknown and malformed credentials", async () => {
    for (const credential of [newApiKey(), "sk_short", "eyJhbGciOiJub25lIn0.e30.", "#", "H#1"])
      expect(effectOf(await decide(bearer(credential)))).toBe("Deny");
  });

  it("says how to get a key to who sends one of Cal.com, whatever follows its prefix", async () => {
    const detail =
      "This is an API key of Cal.com. Create one of this service at https://api.example.com/v1/account.";
    const other = "The credential is unknown, expired or revoked.";
    for (const [key, expected] of [
      ["cal_live_0123456789abcdef", detail],
      ["cal_x", detail],
      ["scal_live_0123456789abcdef", other],
      [newApiKey(), other],
    ] as const)
      for (const sent of [bearer(key), { headers: { "X-Api-Key": [key] } }, { query: { apiKey: [key] } }])
        expect((await decide(sent)).context).toMatchObject({ code: "invalid_token", detail: expected });
  });

  it("denies a key immediately after it is revoked", async () => {
    const host = await makeHost();
    const { key, apiKey } = await makeKey(host);
    expect(effectOf(await decide(bearer(key)))).toBe("Allow");
    await revokeApiKey(OPERATOR, host.userId, apiKey.id);
    const result = await decide(bearer(key));
    expect([effectOf(result), result.context]).toMatchObject([
      "Deny",
      { code: "invalid_token", challenge: `Bearer error="invalid_token", ${METADATA}"` },
    ]);
  });

  it("denies a key from its expiry time on", async () => {
    const expiresAt = Date.parse("2040-01-01T00:00:00.000Z");
    const { key } = await makeKey(await makeHost(), { expiresAt: new Date(expiresAt).toISOString() });
    setClock(() => expiresAt - 1);
    expect(effectOf(await decide(bearer(key)))).toBe("Allow");
    setClock(() => expiresAt);
    expect(effectOf(await decide(bearer(key)))).toBe("Deny");
  });

  it("returns user_locked for a locked user, and no failure after the user is unlocked", async () => {
    const host = await makeHost();
    const { key } = await makeKey(host);
    await lockUser(OPERATOR, host.userId, true);
    const locked = await decide(bearer(key));
    expect([effectOf(locked), failureOf(locked)]).toEqual(["Allow", "user_locked"]);
    await lockUser(OPERATOR, host.userId, false);
    expect(failureOf(await decide(bearer(key)))).toBeUndefined();
  });

  it("returns a new role immediately", async () => {
    const host = await makeHost();
    const { key } = await makeKey(host);
    await setRole(OPERATOR, host.userId, "ADMIN");
    expect(callerOf(await decide(bearer(key)))).toMatchObject({ role: "ADMIN" });
  });
});
