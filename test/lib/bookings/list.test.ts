import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, vi } from "vitest";
import type { Caller } from "#lib/access/caller.ts";
import { listBookings } from "#lib/bookings/list.ts";
import { PageQuery, sliced, windowOf } from "#lib/http/page.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { book, makeEventType, makeHost } from "#test/support/builders.ts";
import { useLocalTable } from "#test/support/local-table.ts";

useLocalTable();

async function listed(caller: Caller, query: Record<string, string> = {}): Promise<number[]> {
  const window = windowOf(PageQuery.parse(query));
  const ids: number[] = [];
  for await (const page of sliced(listBookings(caller, window && window.skip + window.take), window))
    ids.push(...page.map(({ id }) => id));
  return ids;
}

async function hostWith(count: number): Promise<{ host: Caller; ids: number[] }> {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const start = new Date(Date.UTC(2030, 0, 1, at)).toISOString();
    ids.push((await book(host, eventType, { start })).id);
  }
  return { host, ids };
}

describe("a list of bookings", () => {
  it("is in the order they were made, page by page or at once", async () => {
    const { host, ids } = await hostWith(12);
    expect(await listed(host)).toEqual(ids);
    expect(await listed(host, { take: "5" })).toEqual(ids.slice(0, 5));
    expect(await listed(host, { take: "5", page: "3" })).toEqual(ids.slice(10));
    expect(await listed(host, { page: "2" })).toEqual(ids.slice(10));
    expect(await listed(host, { take: "5", page: "4" })).toEqual([]);
  });

  it("has no largest page, and none is too far away", async () => {
    const { host, ids } = await hostWith(2);
    const huge = "999999999999999";
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
    expect(await listed(host, { take: huge })).toEqual(ids);
    expect(await listed(host, { page: huge })).toEqual([]);
    expect(await listed(host, { take: huge, page: huge })).toEqual([]);
    const limits = send.mock.calls.flatMap(([command]) =>
      command instanceof QueryCommand ? [Number(command.input.Limit)] : [],
    );
    // DynamoDB takes a 32-bit number.
    expect(limits).toHaveLength(3);
    for (const limit of limits) expect(limit).toBeLessThan(2 ** 31);
  });

  it("takes one round trip", async () => {
    const { host } = await hostWith(3);
    const queries: Record<string, string>[] = [{}, { take: "2" }, { take: "2", page: "2" }];
    for (const query of queries) {
      resetRoundTrips();
      await listed(host, query);
      expect(roundTrips().trips).toBe(1);
    }
  });
});
