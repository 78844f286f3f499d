import { expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createTeam } from "#lib/teams/create.ts";
import { findTeam } from "#lib/teams/find.ts";
import { listTeams } from "#lib/teams/list.ts";
import { TeamCreate } from "#lib/teams/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const create = (fields: Record<string, unknown>) => createTeam(OPERATOR, TeamCreate.parse(fields));

test("a team is found by id and by slug, and listed", async () => {
  const made = await create({ name: "Night shift", slug: "night-shift" });
  expect(made).toMatchObject({ name: "Night shift", isOrganization: false });
  expect(await findTeam(OPERATOR, { id: made.id })).toEqual(made);
  expect(await findTeam(OPERATOR, { slug: "night-shift" })).toEqual(made);
  expect(await listTeams(OPERATOR)).toContainEqual(made);
});

test("a slug that is taken is a conflict; teams without one may be many", async () => {
  await create({ name: "One", slug: "one" });
  await expect(create({ name: "Other", slug: "one" })).rejects.toMatchObject({
    code: "conflict",
    errors: [{ pointer: "#/slug" }],
  });
  await create({ name: "One" });
  await create({ name: "One" });
});

test("what is not there is not found", async () => {
  await expect(findTeam(OPERATOR, { slug: "nowhere" })).rejects.toMatchObject({ code: "not_found" });
  await expect(findTeam(OPERATOR, { id: 999_999 })).rejects.toMatchObject({ code: "not_found" });
});

test("nobody but a system admin makes, finds or lists teams", async () => {
  const caller = await makeHost();
  for (const attempt of [
    createTeam(caller, TeamCreate.parse({ name: "No" })),
    findTeam(caller, { id: 1 }),
    listTeams(caller),
  ])
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
});
