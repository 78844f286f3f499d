import { describe, expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { countCall } from "#lib/identity/authorizer/count-call.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { getUserWithCredentials } from "#lib/identity/credentials/live-credentials.ts";
import { updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { findGrant, getGrant, listAllGrants, listGrants } from "#lib/identity/oauth/grants/read.ts";
import { removeGrant } from "#lib/identity/oauth/grants/writes.ts";
import { setClock } from "#lib/platform/clock.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeCode, makeTokens, refresh } from "#test/support/builders/oauth.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = 86_400_000;

const listOwnGrants = async (caller: Caller) => readWholeList(await listGrants(caller));

/** Creates a user with grants for two applications. */
async function makeUserWithTwoGrants() {
  const [host, app, other] = [await makeHost(), await makeClient({ name: "One" }), await makeClient()];
  const tokens = await makeTokens(host, app, { scope: "READ_PROFILE" });
  await makeTokens(host, other);
  const grant = await findGrant(host.userId, app.client.id);
  return { host, app, other, tokens, id: grant?.id ?? "" };
}

it("a user lists and gets the grants of applications", async () => {
  const { host, app, id } = await makeUserWithTwoGrants();
  expect(await listOwnGrants(host)).toHaveLength(2);
  expect((await getGrant(host, id)).grant).toMatchObject({
    id,
    client: { id: app.client.id, name: "One", logo: null, link: null },
    scopes: ["READ_PROFILE"],
  });
});

it("a user revokes the grant of one application, and another grant remains", async () => {
  const { host, app, other, tokens, id } = await makeUserWithTwoGrants();
  await removeGrant(host, { id });
  await expect(refresh(app, tokens.refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
  expect((await listOwnGrants(host)).map(({ client }) => client.id)).toEqual([other.client.id]);
  await expect(removeGrant(host, { id })).rejects.toMatchObject({ code: "not_found" });
});

it("an application lists and revokes only its own grant", async () => {
  const { host, other, id } = await makeUserWithTwoGrants();
  const token: Caller = { ...host, scopes: ["READ_PROFILE"], credentialId: `grant-${id}` };
  const foreign = await findGrant(host.userId, other.client.id);
  expect((await listOwnGrants(token)).map((grant) => grant.id)).toEqual([id]);
  await expect(removeGrant(token, { id: foreign?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
  await expect(removeGrant(token, { id })).resolves.toMatchObject({ id });
});

it("a user can't access the grants of others, even as a system admin", async () => {
  const { id } = await makeUserWithTwoGrants();
  const stranger = await makeHost("ADMIN");
  expect(await listOwnGrants(stranger)).toEqual([]);
  await expect(getGrant(stranger, id)).rejects.toMatchObject({ code: "not_found" });
});

it("the entity tag of a grant changes if the grant is used or its application updated, and a delete checks it", async () => {
  const { host, app, id } = await makeUserWithTwoGrants();
  const call = (name: "get" | "delete", headers: Record<string, string> = {}) =>
    callEndpoint(`me.grants.${name}`, host, { path: { id }, headers });
  const readTag = async () => (await call("get")).headers["ETag"] ?? "";
  const firstTag = await readTag();
  await countCall({ entity: GrantItem, key: { id } });
  const tagAfterUse = await readTag();
  await updateOAuthClient(OPERATOR, app.client.id, { name: "Other" });
  for (const oldTag of [firstTag, tagAfterUse]) {
    expect((await call("get", { "If-None-Match": oldTag })).status).toBe(200);
    expect((await call("delete", { "If-Match": oldTag })).status).toBe(412);
  }
  const currentTag = await readTag();
  expect((await call("get", { "If-None-Match": currentTag })).status).toBe(304);
  expect((await call("delete", { "If-Match": currentTag })).status).toBe(200);
});

describe("a grant", () => {
  it("is not found by any read after its last refresh token has expired", async () => {
    const { host, id } = await makeUserWithTwoGrants();
    setClock(() => Date.now() + 31 * DAY);
    expect(await listOwnGrants(host)).toEqual([]);
    expect(await listAllGrants(OPERATOR, { userId: host.userId })).toEqual([]);
    expect((await getUserWithCredentials(host.userId)).live.grants).toEqual([]);
    await expect(getGrant(host, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("stays valid while tokens are refreshed or codes issued", async () => {
    const start = Date.now();
    const { host, other, app, tokens } = await makeUserWithTwoGrants();
    let token = tokens.refresh_token;
    for (let day = 25; day < 100; day += 25) {
      setClock(() => start + day * DAY);
      token = (await refresh(app, token)).refresh_token;
      await makeCode(host, other.client);
      expect(await listOwnGrants(host)).toHaveLength(2);
    }
  });
});
