import { expect, it } from "vitest";
import * as z from "zod";
import { makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();

const Listed = z.object({ memberships: z.array(z.looseObject({ userId: z.int(), teamId: z.int() })) });
const send = ({ key }: UserWithKey, request: Partial<ApiRequest>) =>
  clientOf(cloud().baseUrl)({ method: "GET", path: "/memberships", ...request, key });

/** Creates a team with an owner, and a user who is not a member. */
async function teamAndOutsider() {
  const [team, owner, outsider] = [await makeTeam(), await makeUserWithKey(), await makeUserWithKey()];
  await addMember(team, owner.caller, { role: "OWNER" });
  return { team, owner, outsider, path: `/memberships/${outsider.caller.userId}_${team.id}` };
}

it("an invited user accepts with If-Match, becomes an admin, and leaves", async () => {
  const { team, owner, outsider, path } = await teamAndOutsider();
  const body = { userId: outsider.caller.userId, teamId: team.id };
  const headers = { "Idempotency-Key": "invite" };
  const invited = await send(owner, { method: "POST", body, headers });
  expect(invited).toMatchObject({
    status: 200,
    json: { membership: { ...body, accepted: false, role: "MEMBER" }, message: "User invited." },
  });
  const again = await send(owner, { method: "POST", body, headers });
  expect([again.status, again.text]).toEqual([200, invited.text]);
  expect((await send(owner, { method: "POST", body })).status).toBe(409);

  const read = await send(outsider, { path });
  const tag = String(read.headers["etag"]);
  expect((await send(outsider, { path, headers: { "If-None-Match": tag } })).status).toBe(304);
  const accept = { method: "PATCH", path, body: { accepted: true }, headers: { "If-Match": tag } };
  expect(await send(outsider, accept)).toMatchObject({
    status: 200,
    headers: { etag: expect.stringMatching(/^"2\./) },
    json: { membership: { accepted: true, user: { email: expect.stringContaining("@") } } },
  });
  expect((await send(outsider, accept)).status).toBe(412);

  const promotion = { method: "PATCH", path, body: { role: "ADMIN" } };
  expect((await send(outsider, promotion)).status).toBe(403);
  expect((await send(owner, promotion)).status).toBe(200);
  expect(await send(outsider, { method: "DELETE", path })).toMatchObject({
    status: 200,
    json: { membership: { role: "ADMIN" }, message: "Membership deleted." },
  });
  for (const caller of [owner, outsider]) expect((await send(caller, { path })).status).toBe(404);
});

it("a key consists of two ids in one segment, without leading zeros", async () => {
  const { team, owner, outsider } = await teamAndOutsider();
  const ids = [owner.caller.userId, team.id];
  for (const key of [ids.join("_"), ids.join("%5F")])
    expect((await send(owner, { path: `/memberships/${key}` })).json).toMatchObject({
      membership: { userId: ids[0], teamId: ids[1], team: { name: "Team" } },
    });
  for (const key of [`0${ids.join("_")}`, ids.join("_0")])
    expect((await send(owner, { path: `/memberships/${key}` })).status).toBe(404);
  for (const key of ["7", "7_", "_7", "7_7_7", "a_b", "-1_2", "1.0_2", "7_ 7"])
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const path = `/memberships/${encodeURIComponent(key)}`;
      const body = method === "PATCH" ? { accepted: true } : undefined;
      expect(await send(outsider, { method, path, body })).toMatchObject({
        status: 400,
        json: { code: "invalid_request", errors: [{ pointer: "#/path/key" }] },
      });
    }
});

it("the list of a team is listed by page and by cursor, and holds the team with include=team and without", async () => {
  const { team, owner, outsider } = await teamAndOutsider();
  const others = [await makeUserWithKey(), await makeUserWithKey()];
  for (const { caller } of others) await addMember(team, caller);
  const memberIds = [owner, ...others].map(({ caller }) => caller.userId);
  const listed = async (query: string) => {
    const { headers, json } = await send(owner, { path: `/memberships?teamId=${team.id}${query}` });
    const { memberships } = Listed.parse(json);
    for (const membership of memberships)
      expect(membership).toMatchObject({ team: { id: team.id }, user: { id: membership.userId } });
    return { headers, users: memberships.map(({ userId }) => userId) };
  };
  expect((await listed("")).users).toEqual(memberIds);
  const second = await listed("&include=team&take=2&page=2&count=true");
  expect(second.users).toEqual(memberIds.slice(2));
  expect(second.headers["x-total-count"]).toBe("3");
  const first = await listed("&take=1&cursor=");
  const next = /<[^>]*[?&](cursor=[^&>]+)[^>]*>; rel="next"/.exec(String(first.headers["link"]))?.[1];
  expect((await listed(`&take=1&${next}`)).users).toEqual([memberIds[1]]);
  expect((await send(outsider, { path: `/memberships?teamId=${team.id}` })).json).toEqual({
    memberships: [],
  });
  expect((await send(owner, { path: "/memberships?teamId=x" })).status).toBe(400);
});
