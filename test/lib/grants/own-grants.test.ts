import { expect, it } from "vitest";
import type { Caller } from "#lib/access/caller.ts";
import { findGrant } from "#lib/grants/find.ts";
import { getGrant } from "#lib/grants/get.ts";
import { listGrants } from "#lib/grants/list.ts";
import { removeGrant } from "#lib/grants/remove.ts";
import { wholeList } from "#lib/http/list-source.ts";
import { makeHost } from "#test/support/builders.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { makeClient, makeTokens, refresh } from "#test/support/oauth.ts";

useLocalTable();

const listed = async (caller: Caller) => wholeList(await listGrants(caller));

/** A user who has allowed two applications something. */
async function userOfTwo() {
  const [host, app, other] = [await makeHost(), await makeClient({ name: "One" }), await makeClient()];
  const tokens = await makeTokens(host, app, { scope: "READ_PROFILE" });
  await makeTokens(host, other);
  const grant = await findGrant(host.userId, app.client.id);
  return { host, app, other, tokens, id: grant?.id ?? "" };
}

it("O-27 a user sees what each application may do", async () => {
  const { host, app, id } = await userOfTwo();
  expect(await listed(host)).toHaveLength(2);
  expect(await getGrant(host, id)).toMatchObject({
    id,
    client: { id: app.client.id, name: "One", logo: null, link: null },
    scopes: ["READ_PROFILE"],
  });
});

it("O-27 a user takes back what an application may do, and nothing else", async () => {
  const { host, app, other, tokens, id } = await userOfTwo();
  await removeGrant(host, { id });
  await expect(refresh(app, tokens.refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
  expect((await listed(host)).map(({ client }) => client.id)).toEqual([other.client.id]);
  await expect(removeGrant(host, { id })).rejects.toMatchObject({ code: "not_found" });
});

it("O-27 an application sees and gives back its own grant alone", async () => {
  const { host, other, id } = await userOfTwo();
  const token: Caller = { ...host, scopes: ["READ_PROFILE"], credentialId: `grant-${id}` };
  const foreign = await findGrant(host.userId, other.client.id);
  expect((await listed(token)).map((grant) => grant.id)).toEqual([id]);
  await expect(removeGrant(token, { id: foreign?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
  await expect(removeGrant(token, { id })).resolves.toMatchObject({ id });
});

it("O-27 a user sees nothing of what others allow", async () => {
  const { id } = await userOfTwo();
  const stranger = await makeHost("ADMIN");
  expect(await listed(stranger)).toEqual([]);
  await expect(getGrant(stranger, id)).rejects.toMatchObject({ code: "not_found" });
});
