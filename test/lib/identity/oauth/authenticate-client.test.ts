import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { rotateClientSecret } from "#lib/identity/oauth/clients.ts";
import { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import {
  type ClientWithSecret,
  makeClient,
  makeCode,
  makeUserWithCode,
  REDIRECT_URI,
  redeem,
  requestTokens,
} from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

describe("a client", () => {
  const basic = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
  const withBasic = async (
    header: (made: ClientWithSecret) => string,
    more: Record<string, string | undefined> = {},
  ) => {
    const { made, code } = await makeUserWithCode();
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
    const noCredentials = { client_id: undefined, client_secret: undefined };
    return requestTokens(made, { ...fields, ...noCredentials, ...more }, header(made));
  };
  const ownHeader = ({ client, secret = "" }: ClientWithSecret) => basic(client.id, secret);

  it("is stored with the SHA-256 hash of its secret, which a later release must accept", async () => {
    const { client, secret = "" } = await makeClient();
    const stored = await findItem(OAuthClientItem, { id: client.id });
    const hash = createHash("sha256").update(secret).digest("hex");
    expect(stored?.secrets).toMatchObject([{ hash, expiresAt: null }]);
  });

  it("can authenticate with HTTP Basic, with form-encoded id and secret", async () => {
    await expect(withBasic(ownHeader)).resolves.toBeDefined();
    await expect(withBasic((made) => ownHeader(made).replace("Basic", "basic "))).resolves.toBeDefined();
  });

  it("gets a challenge if HTTP Basic fails, but not if credentials in the body fail", async () => {
    const challenge = { "WWW-Authenticate": expect.stringMatching(/^Basic realm="/) };
    const wrong = [
      basic("f".repeat(64), "x"),
      "Basic",
      "Basic !",
      `Basic ${btoa("no colon")}`,
      `Basic ${btoa("%:%")}`,
    ];
    for (const header of wrong)
      await expect(withBasic(() => header)).rejects.toMatchObject({
        code: "invalid_client",
        headers: challenge,
      });
    const { made, code } = await makeUserWithCode();
    await expect(redeem(made, code, { client_secret: "x" })).rejects.toMatchObject({ headers: {} });
  });

  it("can't send its credentials twice, or two ids", async () => {
    const failure = { code: "invalid_request" };
    await expect(withBasic(ownHeader, { client_secret: "x" })).rejects.toMatchObject(failure);
    await expect(withBasic(ownHeader, { client_id: "f".repeat(64) })).rejects.toMatchObject(failure);
  });

  it("must send its id", async () => {
    const { made, code } = await makeUserWithCode();
    const noCredentials = { client_id: undefined, client_secret: undefined };
    await expect(redeem(made, code, noCredentials)).rejects.toMatchObject({ code: "invalid_client" });
  });

  it("can use its old secret during the grace period of a rotation", async () => {
    const { made, host, code } = await makeUserWithCode();
    const { clientSecret } = await rotateClientSecret(OPERATOR, made.client.id, 60);
    await expect(redeem(made, code)).resolves.toBeDefined();
    setClock(() => Date.now() + 61_000);
    const [another, last] = [await makeCode(host, made.client), await makeCode(host, made.client)];
    await expect(redeem(made, another)).rejects.toMatchObject({ code: "invalid_client" });
    await expect(redeem({ ...made, secret: clientSecret ?? "" }, last)).resolves.toBeDefined();
  });

  it("is logged if it fails to authenticate, with its id if that exists", async () => {
    const { made, code } = await makeUserWithCode();
    const lines = captureLines();
    await expect(redeem(made, code, { client_secret: "not-the-secret" })).rejects.toBeDefined();
    await expect(redeem(made, code, { client_id: "not-an-id" })).rejects.toBeDefined();
    const logged = lines().filter(({ event }) => event === "security");
    expect(logged.map(({ kind, clientId }) => [kind, clientId])).toEqual([
      ["client.auth_failed", made.client.id],
      ["client.auth_failed", "unknown"],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/not-the-secret|not-an-id/);
  });

  it.each(["password", "client_credentials", "implicit", "AUTHORIZATION_CODE"])(
    "can't use the grant type %s",
    async (grant_type) => {
      await expect(requestTokens(await makeClient(), { grant_type })).rejects.toMatchObject({
        code: "unsupported_grant_type",
      });
    },
  );

  it("gets no token for another resource", async () => {
    const { made, code } = await makeUserWithCode();
    const resource = "https://other.example.com";
    await expect(redeem(made, code, { resource })).rejects.toMatchObject({ code: "invalid_target" });
  });
});
