import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setClock } from "#lib/platform/clock.ts";
import { AuditEntry } from "#lib/storage/audit/list.ts";
import { AuditItem } from "#lib/storage/table/audit-entity.ts";
import { newAuditEntry } from "#lib/storage/table/audit-entries.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const NOW = Date.UTC(2032, 5, 30, 12);
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(NOW - days * DAY).toISOString();
let admin: Caller;
let ids: string[];

/** Writes an entry about a change of a team some days ago. */
async function writeEntry(
  days: number,
  { userId, team = 1 }: { userId: number; team?: number },
): Promise<string> {
  setClock(() => NOW - days * DAY);
  const entry = runAs({ userId, credentialId: "key-1" }, () =>
    newAuditEntry({ resource: "team", resourceId: String(team) }, [
      { resource: "team", ids: [String(team)], action: "changed", attributes: ["name"] },
    ]),
  );
  await writeOne(put(AuditItem, entry));
  return entry.id;
}

const requestEntries = (query: Record<string, string>, caller = admin) =>
  callEndpoint("audit.list", caller, { query });
const idsIn = ({ json }: Awaited<ReturnType<typeof requestEntries>>) =>
  (json["entries"] as { id: string; resource: string }[])
    .filter(({ resource }) => resource === "team")
    .map(({ id }) => id);

beforeAll(async () => {
  captureLines();
  ids = [];
  for (const [at, days] of [300, 90, 89.5, 40, 39, 2, 1, 0.5].entries())
    ids.unshift(await writeEntry(days, { userId: (at % 2) + 1001, team: (at % 3) + 1 }));
  admin = await makeHost("ADMIN");
});
beforeEach(() => setClock(() => NOW));

it("the description of a credential names all its forms", () => {
  const { description } = AuditEntry.shape.credentialId;
  for (const form of [
    "key-",
    "grant-",
    "session",
    "reset-link",
    "decide-link",
    "operator",
    "anyone",
    "service",
  ])
    expect(description).toContain(`\`${form}\``);
});

describe("the list of changes", () => {
  it("contains the changes of the last year, latest first", async () => {
    expect(idsIn(await requestEntries({}))).toEqual(ids);
  });

  it("requires a system admin, and a token needs the scope ADMIN", async () => {
    expect((await requestEntries({}, await makeHost())).json["code"]).toBe("forbidden");
    const token: Caller = { ...admin, scopes: ["READ_BOOKING"], credentialId: "gr_1" };
    expect((await requestEntries({}, token)).json["code"]).toBe("insufficient_scope");
  });

  it("is filtered by user, resource and time, in any combination", async () => {
    const ofUser = ids.filter((_, at) => (ids.length - 1 - at) % 2 === 0);
    expect(idsIn(await requestEntries({ userId: "1001" }))).toEqual(ofUser);
    const ofTeam = ids.filter((_, at) => (ids.length - 1 - at) % 3 === 0);
    const team = { resource: "team", resourceId: "1" };
    expect(idsIn(await requestEntries(team))).toEqual(ofTeam);
    expect(idsIn(await requestEntries({ ...team, userId: "1001" }))).toEqual(
      ofTeam.filter((id) => ofUser.includes(id)),
    );
    const inTime = { dateFrom: daysAgo(89.5), dateTo: daysAgo(2) };
    expect(idsIn(await requestEntries(inTime))).toEqual(ids.slice(2, 6));
    expect(idsIn(await requestEntries({ ...inTime, ...team }))).toEqual(
      ofTeam.filter((id) => ids.slice(2, 6).includes(id)),
    );
    expect(idsIn(await requestEntries({ dateFrom: daysAgo(1), dateTo: daysAgo(2) }))).toEqual([]);
    expect((await requestEntries({ resourceId: "1" })).status).toBe(400);
  });

  it.each<Record<string, string>>([{ resource: "team" }, { userId: "1002" }])(
    "has pages that omit no entry, even after days without changes: %o",
    async (filter) => {
      const whole = idsIn(await requestEntries(filter));
      const found: string[] = [];
      let cursor: string | undefined = "";
      for (let pages = 0; cursor !== undefined && pages < 50; pages += 1) {
        const response = await requestEntries({ ...filter, take: "2", cursor });
        found.push(...idsIn(response));
        cursor = response.headers["X-Next-Cursor"];
      }
      expect(found).toEqual(whole);
    },
  );

  it("omits entries after a year", async () => {
    setClock(() => NOW + 100 * DAY);
    expect(idsIn(await requestEntries({}))).toEqual(ids.slice(0, -1));
    expect(idsIn(await requestEntries({ resource: "team", resourceId: "1" }))).not.toContain(ids.at(-1));
    setClock(() => NOW);
  });
});
