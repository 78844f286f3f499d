import { afterEach, describe, expect, it } from "vitest";
import { countCall } from "#lib/authorizer/count-call.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { getUserWithCredentials } from "#lib/credentials/live-credentials.ts";
import { readWholeList } from "#lib/lists/source.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { listGrants } from "#lib/oauth/grants/list.ts";
import { listAllGrants } from "#lib/oauth/grants/list-all.ts";
import { removeGrant } from "#lib/oauth/grants/remove.ts";
import { getGrant } from "#lib/oauth/grants/visibility.ts";
import { updateOAuthClient } from "#lib/oauth/update-client.ts";
import { setClock } from "#lib/platform/clock.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeCode, makeTokens, refresh } from "#test/support/builders/oauth.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const DAY = 86_400_000;

const listed = async (caller: Caller) => readWholeList(await listGrants(caller));

/** A user who has allowed two applications something. */
async function userOfTwo() {
  const [host, app, other] = [await makeHost(), await makeClient({ name: "One" }), await makeClient()];
  const tokens = await makeTokens(host, app, { scope: "READ_PROFILE" });
  await makeTokens(host, other);
  const grant = await findGrant(host.userId, app.client.id);
  return { host, app, other, tokens, id: grant?.id ?? "" };
}

it("a user sees what each application may do", async () => {
  const { host, app, id } = await userOfTwo();
  expect(await listed(host)).toHaveLength(2);
  expect((await getGrant(host, id)).grant).toMatchObject({
    id,
    client: { id: app.client.id, name: "One", logo: null, link: null },
    scopes: ["READ_PROFILE"],
  });
});

it("a user takes back what an application may do, and nothing else", async () => {
  const { host, app, other, tokens, id } = await userOfTwo();
  await removeGrant(host, { id });
  await expect(refresh(app, tokens.refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
  expect((await listed(host)).map(({ client }) => client.id)).toEqual([other.client.id]);
  await expect(removeGrant(host, { id })).rejects.toMatchObject({ code: "not_found" });
});

it("an application sees and gives back its own grant alone", async () => {
  const { host, other, id } = await userOfTwo();
  const token: Caller = { ...host, scopes: ["READ_PROFILE"], credentialId: `grant-${id}` };
  const foreign = await findGrant(host.userId, other.client.id);
  expect((await listed(token)).map((grant) => grant.id)).toEqual([id]);
  await expect(removeGrant(token, { id: foreign?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
  await expect(removeGrant(token, { id })).resolves.toMatchObject({ id });
});

it("a user sees nothing of what others allow", async () => {
  const { id } = await userOfTwo();
  const stranger = await makeHost("ADMIN");
  expect(await listed(stranger)).toEqual([]);
  await expect(getGrant(stranger, id)).rejects.toMatchObject({ code: "not_found" });
});

it("the entity tag of a grant changes with its use and with its application, and a delete minds it", async () => {
  captureLines();
  const { host, app, id } = await userOfTwo();
  const call = (name: "get" | "delete", headers: Record<string, string> = {}) =>
    callEndpoint(`me.grants.${name}`, host, { path: { id }, headers });
  const tag = async () => (await call("get")).headers["ETag"] ?? "";
  const unused = await tag();
  await countCall({ entity: GrantItem, key: { id } });
  const used = await tag();
  await updateOAuthClient(OPERATOR, app.client.id, { name: "Other" });
  for (const before of [unused, used]) {
    expect((await call("get", { "If-None-Match": before })).status).toBe(200);
    expect((await call("delete", { "If-Match": before })).status).toBe(412);
  }
  const present = await tag();
  expect((await call("get", { "If-None-Match": present })).status).toBe(304);
  expect((await call("delete", { "If-Match": present })).status).toBe(200);
});

describe("what a user has allowed", () => {
  it("ends with the last of its refresh tokens, for everybody who looks", async () => {
    const { host, id } = await userOfTwo();
    setClock(() => Date.now() + 31 * DAY);
    expect(await listed(host)).toEqual([]);
    expect(await listAllGrants(OPERATOR, { userId: host.userId })).toEqual([]);
    expect((await getUserWithCredentials(host.userId)).live.grants).toEqual([]);
    await expect(getGrant(host, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("goes on while tokens are refreshed, or codes made", async () => {
    const start = Date.now();
    const { host, other, app, tokens } = await userOfTwo();
    let token = tokens.refresh_token;
    for (let day = 25; day < 100; day += 25) {
      setClock(() => start + day * DAY);
      token = (await refresh(app, token)).refresh_token;
      await makeCode(host, other.client);
      expect(await listed(host)).toHaveLength(2);
    }
  });
});
