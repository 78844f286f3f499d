import { expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createTeam } from "#lib/identity/teams/create.ts";
import { getTeam, listTeams } from "#lib/identity/teams/read.ts";
import { TeamCreate } from "#lib/identity/teams/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const create = (fields: Record<string, unknown>) => createTeam(OPERATOR, TeamCreate.parse(fields));

test("a team is found by id and by slug, and listed", async () => {
  const team = await create({ name: "Night shift", slug: "night-shift" });
  expect(team).toMatchObject({ name: "Night shift", isOrganization: false });
  expect(await getTeam(OPERATOR, { id: team.id })).toEqual(team);
  expect(await getTeam(OPERATOR, { slug: "night-shift" })).toEqual(team);
  expect(await listTeams(OPERATOR)).toContainEqual(team);
});

test("a slug already in use is a conflict; several teams can have no slug", async () => {
  await create({ name: "One", slug: "one" });
  await expect(create({ name: "Other", slug: "one" })).rejects.toMatchObject({
    code: "conflict",
    errors: [{ pointer: "#/slug" }],
  });
  await create({ name: "One" });
  await create({ name: "One" });
});

test("a team that does not exist is not found", async () => {
  await expect(getTeam(OPERATOR, { slug: "nowhere" })).rejects.toMatchObject({ code: "not_found" });
  await expect(getTeam(OPERATOR, { id: 999_999 })).rejects.toMatchObject({ code: "not_found" });
});

test("only a system admin creates, finds and lists teams", async () => {
  const caller = await makeHost();
  for (const attempt of [
    createTeam(caller, TeamCreate.parse({ name: "No" })),
    getTeam(caller, { id: 1 }),
    listTeams(caller),
  ])
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
});
