import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { absent, all, equals, present } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { elementPath } from "#lib/storage/table/item-format.ts";
import { check, put, remove, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();

const Party = entity({
  name: "party",
  key: { pk: "PARTY#{id}", sk: "#" },
  keyed: { guests: "email" },
  schema: z.object({
    id: z.int(),
    guests: z.array(z.object({ id: z.int(), email: z.string(), name: z.string() })),
  }),
});
const ann = { id: 3, email: "Ann.O/Neil@example.com", name: "Ann" };
const bob = { id: 1, email: "bob@example.com", name: "Bob" };
const guests = (id: number) => findItem(Party, { id }).then((party) => party?.guests);

describe("a keyed list", () => {
  it("is read as a list, in the order of its ids", async () => {
    await writeOne(put(Party, { id: 1, guests: [ann, bob] }));
    expect(await guests(1)).toEqual([bob, ann]);
    await writeOne(put(Party, { id: 2, guests: [] }));
    expect(await guests(2)).toEqual([]);
  });

  it("has elements that can be changed, moved and removed without reading the others", async () => {
    await writeOne(put(Party, { id: 3, guests: [ann, bob] }));
    const [old = "", fresh = "", other = ""] = [ann.email.toUpperCase(), "a.b#c@example.com", bob.email].map(
      (email) => elementPath(Party, ["guests", email]),
    );
    const moved = { ...ann, email: "a.b#c@example.com" };
    const robert = { ...bob, name: "Robert" };
    const operation = update(
      Party,
      { id: 3 },
      { set: { [other]: robert, [fresh]: moved }, remove: [old], if: all(absent(fresh), present(old)) },
    );
    await writeOne(operation);
    expect(await guests(3)).toEqual([robert, moved]);
    await expect(writeOne(operation)).rejects.toThrow(ConditionFailed);
  });

  it("must be declared by the entity", () => {
    expect(() => elementPath(Party, ["id", 1])).toThrow("id is not a keyed list");
  });
});

const Meal = entity({
  name: "meal",
  key: { pk: "MEAL#{id}", sk: "#" },
  versioned: true,
  attributes: ["id", "name"],
  keyed: { dishes: "id" },
  derive: ({ name }) => ({ initial: name.slice(0, 1) }),
  schema: z.object({
    id: z.int(),
    version: z.int(),
    name: z.string(),
    notes: z.record(z.string(), z.unknown()),
    guests: z.int().nullable(),
    tip: z.int().nullable().default(5),
    dishes: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});
const notes = { zebra: [1, { b: 1, a: 2 }], 7: null, apple: "…" };
const dinnerWith = (id: number) => ({
  id,
  version: 1,
  name: "Dinner",
  notes,
  guests: null,
  tip: null,
  dishes: [{ id: 4, name: "Soup" }],
});

describe("an entity with attributes", () => {
  it("has all other values in one JSON text", async () => {
    const dinner = dinnerWith(11);
    await writeOne(put(Meal, dinner));
    expect(await scanTable()).toContainEqual({
      ...{ pk: "MEAL#11", sk: "#", entity: "meal", id: 11, version: 1, name: "Dinner", initial: "D" },
      dishes: { 4: '{"id":4,"name":"Soup"}' },
      json: JSON.stringify({ notes, tip: null, form: 1 }),
    });
  });

  it("is read as it was written, with the keys of objects in their order", async () => {
    const dinner = dinnerWith(12);
    await writeOne(put(Meal, dinner));
    const read = await findItem(Meal, { id: 12 });
    expect(JSON.stringify(read?.notes)).toBe(JSON.stringify(notes));
    expect(read).toEqual(dinner);
  });

  it("is read as before if it was stored without JSON", async () => {
    const dinner = dinnerWith(13);
    const { attributes: _, ...before } = Meal;
    await writeOne(put(before, dinner));
    expect(await findItem(Meal, { id: 13 })).toEqual(dinner);
  });

  it("stores text with any characters in at most three bytes each", async () => {
    const text = `\u0000\u0001\u001f\u007f\n"\\u0001\\\\u0002/\u2028é会😀`;
    const unusual = { ...dinnerWith(21), notes: { [text]: text, more: "\u0001".repeat(1_000) } };
    const dish = { id: 1, name: text };
    await writeOne(put(Meal, { ...unusual, dishes: [dish] }));
    expect(await findItem(Meal, { id: 21 })).toEqual({ ...unusual, dishes: [dish] });
    const stored = (await scanTable()).find(({ pk }) => pk === "MEAL#21");
    expect(Buffer.byteLength(String(stored?.["json"]))).toBeLessThan(1_200);
  });

  it("has updates and conditions of attributes only", async () => {
    const dinner = dinnerWith(14);
    await writeOne(put(Meal, dinner));
    await writeOne(update(Meal, { id: 14 }, { set: { name: "Lunch" }, if: equals("name", "Dinner") }));
    expect(await findItem(Meal, { id: 14 })).toEqual({ ...dinner, name: "Lunch", version: 2 });
    const message = "guests of meal is in its JSON: add it to `attributes`";
    expect(() => update(Meal, { id: 14 }, { set: { guests: 2 } })).toThrow(message);
    expect(() => update(Meal, { id: 14 }, { remove: ["guests"] })).toThrow(message);
    expect(() => remove(Meal, { id: 14 }, { if: all(equals("guests", 2)) })).toThrow(message);
    expect(() => check(Meal, { id: 14 }, { if: absent("guests") })).toThrow(message);
  });
});

/** Replaces the JSON text of a stored dinner, and adds an attribute of no schema. */
async function storeJson(id: number, json: object): Promise<void> {
  await writeOne(put(Meal, dinnerWith(id)));
  const item = (await scanTable()).find(({ pk }) => pk === `MEAL#${id}`);
  const Item = { ...item, json: JSON.stringify(json), unknown: 1 };
  await tableClient().send(new PutCommand({ TableName: tableName(), Item }));
}

describe("an item", () => {
  it("is not validated in the current format, and has only the values that the schema declares", async () => {
    await storeJson(31, { form: 1, notes, tip: "much", unknown: 1 });
    expect(await findItem(Meal, { id: 31 })).toEqual({ ...dinnerWith(31), tip: "much" });
  });

  it("is parsed in another format, which adds defaults", async () => {
    await storeJson(32, { form: 2, notes, guests: 3 });
    expect(await findItem(Meal, { id: 32 })).toEqual({ ...dinnerWith(32), guests: 3, tip: 5 });
    await storeJson(33, { notes, tip: "much" });
    await expect(findItem(Meal, { id: 33 })).rejects.toThrow(z.ZodError);
  });

  it("is validated when it is written", async () => {
    const dinner = dinnerWith(34);
    expect(() => put(Meal, { ...dinner, guests: 1.5 })).toThrow(z.ZodError);
    await writeOne(put(Meal, { ...dinner, unknown: 1 } as typeof dinner));
    expect(await findItem(Meal, { id: 34 })).toEqual(dinner);
    const soup = elementPath(Meal, ["dishes", 4]);
    for (const set of [{ name: 1 }, { [soup]: { id: 4 } }, { dishes: [{ id: 4 }] }])
      expect(() => update(Meal, { id: 34 }, { set })).toThrow(z.ZodError);
  });

  it("has no property for a missing optional value", async () => {
    const Snack = entity({
      name: "snack",
      key: { pk: "SNACK#{id}", sk: "#" },
      attributes: ["id"],
      schema: z.object({ note: z.string().optional(), id: z.int(), sauce: z.string().optional() }),
    });
    await writeOne(put(Snack, { id: 1, sauce: "soy" }));
    expect(await findItem(Snack, { id: 1 })).toStrictEqual({ id: 1, sauce: "soy" });
  });
});
