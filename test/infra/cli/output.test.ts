import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { getBooking } from "#lib/bookings/visibility.ts";
import { makeFullBooking, SHORT_GUEST } from "#test/lib/operations/privacy/full-booking.ts";
import { book, makeEventType } from "#test/support/builders/builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { userLine } from "#test/support/command-line/export-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
let directory = "";
beforeEach(() => {
  directory = useLocalDirectory(targetOf(aws().url));
});

const rowsOf = (out: string): (string | undefined)[] =>
  out
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0]);

describe("users create", () => {
  it("prints the useful fields and the next step", async () => {
    const { out, err } = await run("users create --email ann@example.com --name Ann");
    expect(rowsOf(out)).toEqual("id email name username role isLocked hasPassword timeZone".split(" "));
    expect(err).toContain("Working hours: Monday to Friday, 09:00 to 17:00");
    expect(err).toContain("Next: api-keys create --user ann@example.com.");
    expect(err).toContain("users reset-link ann@example.com");
  });

  it("mentions no sign-in if there is a password, and no hours with --no-schedule", async () => {
    const create = "users create --email ben@example.com --name Ben --no-schedule --password-stdin";
    const { err } = await run(create, "a long enough password");
    expect(err).toContain("has no schedule and can be booked at all hours");
    expect(err).not.toContain("reset-link");
  });

  it("prints all fields with --json, and so does users show", async () => {
    const created = await runJson("users create --email cy@example.com --name Cy");
    expect(created).toMatchObject({ user: { bufferTime: 0, hideBranding: false } });
    expect(rowsOf((await run("users show cy@example.com")).out)).toContain("bufferTime");
  });
});

describe("teams", () => {
  it("get a slug from their name, and one that is in use is a conflict", async () => {
    expect(await runJson('teams create --name "Night Shift"')).toMatchObject({
      team: { name: "Night Shift", slug: "night-shift" },
    });
    expect((await run('teams create --name "night  shift"')).err).toContain("night-shift already exists");
    expect(await runJson('teams create --name "Night Shift" --if-missing')).toMatchObject({
      team: { slug: "night-shift" },
    });
    expect(await runJson('teams create --name "夜勤"')).toMatchObject({ team: { slug: null } });
    expect(await runJson('teams create --name "Night Shift" --slug other')).toMatchObject({
      team: { slug: "other" },
    });
  });

  it("and users that are not found are named, with how to name them", async () => {
    await run("users create --email dan@example.com --name Dan");
    expect((await run('memberships create --team "Late Shift" --user dan@example.com')).err).toBe(
      'not_found: Team "Late Shift" not found. Use the id or slug; `npm run admin -- teams list` prints both.\n',
    );
    expect((await run("users show eve@example.com")).err).toBe(
      'not_found: User "eve@example.com" not found. Use the id or email; `npm run admin -- users list` prints both.\n',
    );
  });
});

it("a command of an endpoint prints the fields of the resource, and its message on standard error", async () => {
  await run("users create --email guest@example.com --name Guest");
  await run("teams create --name Open --slug open");
  const create = "memberships create --team open --user guest@example.com";
  const { out, err } = await run(create);
  expect([rowsOf(out).slice(1, 3), err]).toEqual([["teamId", "userId"], "User invited.\n"]);
  expect((await run(`${create} --if-missing`)).err).toBe("Already exists. Nothing was changed.\n");
  expect((await run(create)).err).toContain("conflict: ");
});

describe("import", () => {
  /** Imports lines with the command, and returns the file of rejected lines. */
  async function importWith(lines: readonly object[], options = "") {
    const [file, rejected] = [join(directory, "export.jsonl"), join(directory, "rejected.jsonl")];
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    const { err } = await run(`import ${file} --rejected ${rejected} ${options}`);
    return { err, rejected: existsSync(rejected) ? readFileSync(rejected, "utf8") : undefined };
  }

  it("writes a file of rejected lines only if there are any, and leaves none of an earlier run", async () => {
    const invalid = { type: "user", id: 71_000, email: "ida@example.com" };
    expect((await importWith([invalid], "--dry-run")).rejected).toContain("name: is required");
    expect((await importWith([userLine(71_001)], "--dry-run")).rejected).toBeUndefined();
    expect((await importWith([userLine(71_001)])).rejected).toBeUndefined();
  });

  it("changes no rejected lines of an earlier run if there is no file to import", async () => {
    const { rejected } = await importWith([{ type: "user" }], "--dry-run");
    const result = await run(
      `import ${join(directory, "missing")} --rejected ${join(directory, "rejected.jsonl")}`,
    );
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining("is not a file") });
    expect(readFileSync(join(directory, "rejected.jsonl"), "utf8")).toBe(rejected);
  });

  it("does not replace the imported file by the rejected lines, under any name", async () => {
    const [file, link] = [join(directory, "own.jsonl"), join(directory, "link.jsonl")];
    const line = JSON.stringify(userLine(71_002));
    writeFileSync(file, line);
    symlinkSync(file, link);
    for (const rejected of [file, link])
      expect(await run(`import ${file} --rejected ${rejected}`)).toMatchObject({
        code: 2,
        err: "error: --rejected: must not be the imported file\n",
      });
    expect(readFileSync(file, "utf8")).toBe(line);
  });

  it.each([
    ["in a missing folder", join("missing", "lines.jsonl")],
    ["that is a folder", "."],
  ])("imports nothing if it can't write to a file of rejected lines %s", async (_, name) => {
    const [file, rejected] = [join(directory, "lines.jsonl"), join(directory, name)];
    writeFileSync(file, JSON.stringify(userLine(71_004)));
    expect(await run(`import ${file} --rejected ${rejected}`)).toEqual({
      ...{ code: 2, out: "" },
      err: expect.stringMatching(/^error: --rejected: .* can't be written \((ENOENT|EISDIR)\)\.\n$/),
    });
  });

  it("removes no link to an output, such as /dev/stdout", async () => {
    const [file, link] = [join(directory, "lines.jsonl"), join(directory, "stdout")];
    writeFileSync(file, JSON.stringify(userLine(71_003)));
    writeFileSync(join(directory, "output"), "");
    symlinkSync(join(directory, "output"), link);
    expect(await run(`import ${file} --rejected ${link} --dry-run`)).toMatchObject({ code: 0 });
    expect(existsSync(link)).toBe(true);
  });

  it("prints the next ids in a dry run", async () => {
    const { err } = await importWith([userLine(72_000)], "--dry-run");
    expect(err).toContain("New objects will get ids from: user 72001");
    expect((await importWith([userLine(72_000)])).err).not.toContain("New objects");
    expect((await importWith([userLine(71_999)], "--dry-run")).err).toContain("user 72001");
  });
});

it("privacy erase prints each pass and each wait", async () => {
  await run("users create --email zoe@example.com --name Zoe");
  const { err } = await run("privacy erase zoe@example.com");
  expect(err).toMatch(/^Pass 1 of about 3 …\nWaiting 70 s for writes in progress …\nPass 2 of about 3 …\n/);
  expect((await run("privacy erase zoe@example.com --dry-run")).err).not.toContain("Pass");
});

it("privacy erase cancels the bookings that a user hosts only with --cancel", async () => {
  const { user } = await runJson("users create --email yan@example.com --name Yan --no-schedule");
  const host = { userId: Object(user).id, role: "USER", scopes: "all", credentialId: "key-1" } as const;
  const { id } = await book(host, await makeEventType(host), { start: "2060-03-01T09:00:00Z" });
  expect(await run("privacy erase yan@example.com")).toMatchObject({
    ...{ code: 1, out: "", err: expect.stringContaining("--cancel") },
  });
  expect(await getBooking(host, id)).toMatchObject({ status: "ACCEPTED" });
  expect(await run("privacy erase yan@example.com --cancel")).toMatchObject({ code: 0 });
  expect(await getBooking(host, id)).toMatchObject({ status: "CANCELLED" });
});

it("privacy erase fails if an item is too large to be rewritten, and names it", async () => {
  const { name, empty } = await makeFullBooking();
  const { code, out, err } = await run(`privacy erase ${SHORT_GUEST} --json`);
  expect([code, JSON.parse(out)]).toEqual([
    1,
    { receipt: expect.objectContaining({ notErased: [name], entryId: null }) },
  ]);
  expect(err).toContain("there is no receipt");
  await empty();
  expect(await run(`privacy erase ${SHORT_GUEST}`)).toMatchObject({ code: 0 });
});

it("privacy export writes the data to a file that only its owner can read", async () => {
  await run("users create --email zita@example.com --name Zita");
  const file = join(directory, "zita.json");
  expect(await runJson(`privacy export zita@example.com --out ${file}`)).toMatchObject({ export: { file } });
  const exported = JSON.parse(readFileSync(file, "utf8"));
  expect(exported).toMatchObject({ email: "zita@example.com", items: { user: [{ name: "Zita" }] } });
  expect(statSync(file).mode & 0o077).toBe(0);
});
