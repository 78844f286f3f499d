import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { describe, expect, it, onTestFinished } from "vitest";
import { OPERATOR } from "#lib/access/caller.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { checkClaims } from "#lib/bookings/check-claims.ts";
import { addAttendee } from "#test/support/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders.ts";
import { runJson, targetOf, useLocalDirectory } from "#test/support/command-line.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { scanTable } from "#test/support/scan-table.ts";

const aws = useLocalTable();

/** Loses the table with all that is in it, and makes it anew, empty. */
async function loseTable(): Promise<void> {
  const client = new DynamoDBClient();
  const TableName = "test-table";
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  await client.send(new DeleteTableCommand({ TableName }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  client.destroy();
}

const sorted = (items: Record<string, unknown>[]) =>
  items.toSorted((one, other) => (`${one["pk"]} ${one["sk"]}` < `${other["pk"]} ${other["sk"]}` ? -1 : 1));

describe("a table that is lost", () => {
  it("is as it was after its backup is put back, and the service goes on", async () => {
    useLocalDirectory(targetOf(aws().url));
    const directory = mkdtempSync(join(tmpdir(), "almanac-backup-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, "almanac.jsonl");
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const booking = await book(host, eventType, { start: "2031-04-01T09:00:00Z" });
    await addAttendee(host, booking);
    const before = await scanTable();
    await runJson(`backup export ${file}`);
    await loseTable();
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
});
