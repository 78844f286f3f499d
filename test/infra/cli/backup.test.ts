import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { addAttendee } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { recreateTable } from "#test/support/table/recreate-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { mockTable } from "#test/support/table/table-calls.ts";

const aws = useLocalTable();

const sorted = (items: Record<string, unknown>[]) =>
  items.toSorted((one, other) => (`${one["pk"]} ${one["sk"]}` < `${other["pk"]} ${other["sk"]}` ? -1 : 1));

it("a table that was deleted is restored from a backup, and the service continues", async () => {
  const directory = useLocalDirectory(targetOf(aws().url));
  const file = join(directory, "almanac.jsonl");
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const booking = await book(host, eventType, { start: "2031-04-01T09:00:00Z" });
  await addAttendee(host, booking);
  const before = await scanTable();
  await runJson(`backup export ${file}`);
  await recreateTable();
  expect(await scanTable()).toEqual([]);
  expect(await runJson(`backup restore ${file} --dry-run`)).toMatchObject({
    backup: { items: before.length },
  });
  expect(await scanTable()).toEqual([]);
  const { backup } = await runJson(`backup restore ${file}`);
  expect(backup).toMatchObject({ items: before.length });
  expect(sorted(await scanTable())).toEqual(sorted(before));
  await expect(book(host, eventType, { start: "2031-04-01T09:00:00Z" })).rejects.toThrow();
  await cancelBooking(host, { id: booking.id }, {});
  const next = await book(host, eventType, { start: "2031-04-01T09:00:00Z" });
  expect(next.id).toBeGreaterThan(booking.id);
  expect(await checkClaims(OPERATOR, host.userId)).toEqual([]);
});

it.each(["missing.jsonl", "."])("nothing is restored from %s, which is not a file", async (name) => {
  const file = join(useLocalDirectory(targetOf(aws().url)), name);
  expect(await run(`backup restore ${file}`)).toEqual({
    ...{ code: 2, out: "", err: `error: ${file} is not a file.\n` },
  });
});

it.each([
  ["a line separator", "one\u2028two\u2029three"],
  ["line breaks", "one\rtwo\r\nthree\nfour\u0085five"],
  ["multi-byte characters at the boundary of a chunk", "\u{1f600}".repeat(50_000)],
  ["more than 1 MB in a line of the file", "\u0001".repeat(200_000)],
])("a text with %s is unchanged after a backup and its restore", async (_, text) => {
  const file = join(useLocalDirectory(targetOf(aws().url)), "almanac.jsonl");
  await tableClient().send(new PutCommand({ TableName: tableName(), Item: { pk: "TEXT", sk: "#", text } }));
  const before = await scanTable();
  await runJson(`backup export ${file}`);
  await recreateTable();
  await runJson(`backup restore ${file}`);
  expect(sorted(await scanTable())).toEqual(sorted(before));
});

it.each(["", " --dry-run"])(
  "a restore%s names the line that is no item, such as the last one of an incomplete file",
  async (option) => {
    const file = join(useLocalDirectory(targetOf(aws().url)), "almanac.jsonl");
    const line = '{"Item":{"pk":{"S":"TEXT"},"sk":{"S":"#"}}}';
    for (const part of [
      line.slice(0, 20),
      "{}",
      "null",
      '{"Item":{"pk":{"S":"TEXT"}}}',
      '{"Item":{"pk":"TEXT","sk":"#"}}',
    ]) {
      writeFileSync(file, `${line}\n\n${part}`);
      expect(await run(`backup restore ${file}${option}`)).toMatchObject({
        code: 1,
        err: "invalid_request: Line 3 is not an item of a backup. Use a complete file of `backup export`.\n",
      });
    }
  },
);

it("skips no more ids than lists can count, because a typing error can't be undone", async () => {
  useLocalDirectory(targetOf(aws().url));
  for (const count of ["0", "1000001"])
    expect(await run(`backup skip-ids --count ${count}`)).toEqual({
      code: 2,
      out: "",
      err: "error: --count: must be from 1 to 1000000\n",
    });
  expect(await run("backup skip-ids --count 1000000 --dry-run")).toMatchObject({ code: 0 });
});

/** Makes scans fail after the first page. */
function failAfterPage() {
  const key = { pk: "H#1", sk: "#" };
  const table = mockTable();
  table.resolves({});
  table
    .on(ScanCommand)
    .resolvesOnce({ Items: [key], LastEvaluatedKey: key })
    .rejects("the token has expired");
  return table;
}

describe.each(["backup export", "privacy export ann@example.com --out"])("a file of %s", (command) => {
  it("does not exist before it is complete", async () => {
    const directory = useLocalDirectory(targetOf(aws().url));
    failAfterPage();
    const { code, err } = await run(`${command} ${join(directory, "file")}`);
    expect([code, err]).toEqual([1, "Error: the token has expired\n"]);
    expect(readdirSync(directory)).toEqual(["cloud.json"]);
  });

  it("is readable by its owner only, and replaces no existing file, which is checked before the table is read", async () => {
    const directory = useLocalDirectory(targetOf(aws().url));
    const file = join(directory, "file");
    await runJson(`${command} ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "of before");
    const table = failAfterPage();
    expect(await run(`${command} ${file}`)).toMatchObject({
      code: 1,
      err: `conflict: ${file} already exists.\n`,
    });
    expect(table.commandCalls(ScanCommand)).toEqual([]);
    expect([readFileSync(file, "utf8"), readdirSync(directory)]).toEqual([
      "of before",
      ["cloud.json", "file"],
    ]);
  });
});
