import { describe, expect, it } from "vitest";
import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { atMost, equals } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { entity, Version } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put, remove, replace, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const Thing = entity({
  name: "thing",
  key: { pk: "X#{owner}", sk: "X#{id:10}" },
  indexes: { GSI2: { pk: "COLOUR#{colour}", sk: "{id:10}" } },
  versioned: true,
  schema: z.object({
    owner: z.string(),
    id: z.int(),
    version: Version,
    colour: z.string().optional(),
    count: z.int().optional(),
    ttl: z.int().optional(),
  }),
});
let lastThing = 0;
const thing = (more: Record<string, unknown> = {}) =>
  Thing.schema.parse({ owner: "a", id: ++lastThing, version: 1, ...more });

describe("writing", () => {
  it("fails for a second item with the same key, and writes nothing else", async () => {
    const [first, other] = [thing(), thing()];
    await transact([put(Thing, first)]);
    const again = transact([put(Thing, other), put(Thing, first, { failure: new Failure("conflict") })]);
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await findItem(Thing, other)).toBeUndefined();
  });

  it("throws an error with the item whose condition failed", async () => {
    const item = thing({ count: 3 });
    await transact([put(Thing, item)]);
    const writing = transact([update(Thing, item, { set: { count: 9 }, if: equals("count", 1) })]);
    const failed = await writing.catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConditionFailed);
    expect(failed instanceof ConditionFailed && failed.itemOf(Thing)?.count).toBe(3);
  });

  it("replaces an item once if two calls have read the same version", async () => {
    const item = thing();
    await transact([put(Thing, item)]);
    const tries = [1, 2].map((count) => transact([replace(Thing, item, { ...item, count })]));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await findItem(Thing, item))?.version).toBe(2);
  });

  it("removes an item from a sparse index together with the attribute of its key", async () => {
    const item = thing({ colour: "red" });
    await transact([put(Thing, item)]);
    expect(await queryAll(Thing, { colour: "red" } as never, { index: "GSI2" })).toHaveLength(1);
    await writeOne(update(Thing, item, { remove: ["colour"] }));
    expect(await queryAll(Thing, { colour: "red" } as never, { index: "GSI2" })).toHaveLength(0);
  });

  it("loses no concurrent update under a condition", async () => {
    const item = thing({ count: 0 });
    await transact([put(Thing, item)]);
    const tries = Array.from({ length: 20 }, () =>
      writeOne(update(Thing, item, { add: { count: 1 }, if: atMost("count", 11) })),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
  });

  it("deletes", async () => {
    const item = thing();
    await transact([put(Thing, item)]);
    await transact([remove(Thing, item)]);
    expect(await findItem(Thing, item)).toBeUndefined();
  });
});

describe("reading", () => {
  it("does not return an expired item that is still stored", async () => {
    const item = thing({ ttl: 1 });
    await transact([put(Thing, item)]);
    expect(await findItem(Thing, item)).toBeUndefined();
  });

  it("returns many items in the order of the requests, and undefined for missing ones", async () => {
    const items = Array.from({ length: 130 }, () => thing({ owner: "many" }));
    for (let at = 0; at < items.length; at += 65)
      await transact(items.slice(at, at + 65).map((item) => put(Thing, item)));
    const list = [...items, { owner: "many", id: 999_999 }].map(({ owner, id }) =>
      itemRequest(Thing, { owner, id }),
    );
    const found = await findItems(list);
    expect(found.slice(0, -1).map((item) => item?.id)).toEqual(items.map(({ id }) => id));
    expect(found.at(-1)).toBeUndefined();
  });
});

describe("ids", () => {
  it("are never taken twice by concurrent calls", async () => {
    const taken = (await Promise.all(Array.from({ length: 40 }, () => takeIds("booking", 2)))).flat();
    expect(new Set(taken).size).toBe(80);
  });

  it("are dense for kinds that are created rarely", async () => {
    const ids = [...(await takeIds("team", 1)), ...(await takeIds("team", 1)), ...(await takeIds("team", 2))];
    expect(ids).toEqual([1, 2, 3, 4]);
  });
});
