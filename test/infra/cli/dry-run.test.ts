import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

const Key = z.object({ userId: z.int(), teamId: z.int() });
const Id = z.object({ id: z.int() });
const USER = "--user ann@example.com";

/** Runs a command with --dry-run, and checks that it says that nothing was changed. */
async function runDry(args: string): Promise<string> {
  const { code, out, err } = await run(`${args} --dry-run`);
  expect([code, err]).toEqual([0, "Nothing was changed.\n"]);
  return out;
}

describe("a dry run previews the changes and makes none", () => {
  it("of an event type, an API key, a membership", async () => {
    await runJson('users create --email ann@example.com --name "Ann Arbor"');
    const { event_type } = await runJson(`event-types create ${USER} --title Lesson --length 30`);
    const eventType = Id.parse(event_type).id;
    expect(await runDry(`event-types delete ${eventType}`)).toContain("Lesson");
    expect(await run(`event-types show ${eventType}`)).toMatchObject({ code: 0 });

    const { api_key } = await runJson(`api-keys create ${USER} --note laptop`);
    expect(await runDry(`api-keys revoke ${Id.parse(api_key).id} ${USER}`)).toContain("laptop");
    expect(await runJson(`api-keys list ${USER}`)).toMatchObject({ api_keys: [{ revokedAt: null }] });

    await runJson("teams create --name Nights --slug nights");
    const { membership } = await runJson(`memberships create --team nights ${USER} --accepted`);
    const { userId, teamId } = Key.parse(membership);
    await runDry(`memberships delete ${userId}_${teamId}`);
    expect((await runJson("memberships list --team nights"))["memberships"]).toHaveLength(1);
  });

  it("of the erasure of a person's data", async () => {
    await runJson("users create --email eve@example.com --name Eve");
    expect(await runDry("privacy erase eve@example.com")).toMatch(/^rewritten +\{"user":1/m);
    expect(await runJson("users show eve@example.com")).toMatchObject({ user: { name: "Eve" } });
  });

  it("of an import, which lists the lines it would reject", async () => {
    const directory = useLocalDirectory(targetOf(aws().url));
    const [file, rejected] = ["lines.jsonl", "rejected.jsonl"].map((name) => join(directory, name));
    writeFileSync(String(file), '{"type":"team"}\n');
    const { code, out, err } = await run(`import ${file} --rejected ${rejected} --dry-run --json`);
    expect([code, err]).toEqual([0, expect.stringContaining("Nothing was changed.\n")]);
    expect(JSON.parse(out)).toMatchObject({ import: { rejectedFile: rejected } });
    expect(readFileSync(String(rejected), "utf8")).toContain('"type":"team"');
  });

  it("of grants, if there are none", async () => {
    expect(await runDry(`grants revoke ${USER}`)).toBe("none\n");
  });

  it("and fails if the resource does not exist", async () => {
    expect(await run(`api-keys revoke 999 ${USER} --dry-run`)).toMatchObject({ code: 1, out: "" });
    expect(await run("event-types delete 999 --dry-run")).toMatchObject({ code: 1, out: "" });
  });
});
