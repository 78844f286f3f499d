import { marshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { updateText } from "#lib/bookings/update.ts";
import { OPERATOR } from "#lib/caller.ts";
import { recordAllEmbeddedEntries } from "#lib/operations/record-all-embedded-entries.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setClock } from "#lib/platform/clock.ts";
import { listAuditTrail } from "#lib/storage/audit/list.ts";
import { recordEmbeddedEntries } from "#lib/storage/audit/record-embedded-entries.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();

describe("a booking of which only the text changes", () => {
  it("embeds its audit entry, and the stream writes it to the audit trail once", async () => {
    const host = await makeHost();
    const { id } = await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
    await runAs(host, () => updateText(host.userId, id, { title: "Other words" }));
    const item = (await scanTable()).find((one) => one["entity"] === "booking" && one["id"] === id);
    const image = marshall(item) as Record<string, AttributeValue>;
    const record: DynamoDBRecord = { eventName: "MODIFY", dynamodb: { NewImage: image } };
    await recordEmbeddedEntries([record, record]);
    await recordEmbeddedEntries([record]);
    await publishAll();
    const entries = await readWholeList(
      listAuditTrail(OPERATOR, { resource: "booking", resourceId: String(id) }),
    );
    expect(
      entries.map(({ changes, userId }) => [userId, changes[0]?.action, changes[0]?.attributes]),
    ).toEqual([
      [host.userId, "changed", ["title"]],
      [undefined, "created", []],
    ]);
    expect(JSON.stringify(entries)).not.toContain("Other words");
  });

  it("is in the audit trail after all embedded entries were recorded, if it is of the last 15 days", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const retitle = async (start: string, daysAgo: number) => {
      const { id } = await book(host, eventType, { start });
      setClock(() => Date.now() - daysAgo * 86_400_000);
      await runAs(host, () => updateText(host.userId, id, { title: "Other words" }));
      setClock(Date.now);
      return id;
    };
    const ids = [await retitle("2031-03-03T09:00:00Z", 0), await retitle("2031-03-04T09:00:00Z", 16)];
    for (const _ of ["once", "again"]) await recordAllEmbeddedEntries();
    const changes = ids.map(async (id) => {
      const entries = await readWholeList(
        listAuditTrail(OPERATOR, { resource: "booking", resourceId: String(id) }),
      );
      return entries.filter(({ changes }) => changes[0]?.action === "changed").length;
    });
    expect(await Promise.all(changes)).toEqual([1, 0]);
  });
});
