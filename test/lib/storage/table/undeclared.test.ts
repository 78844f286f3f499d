import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { CancelOptions, cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { absent } from "#lib/storage/table/condition.ts";
import { entity, primaryKey, Version } from "#lib/storage/table/entity.ts";
import { fromText, JSON_ATTRIBUTE } from "#lib/storage/table/item-format.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { findItem, findRawItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { change, makeBooking } from "#test/lib/bookings/booking-changes.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const declaration = {
  name: "meal",
  key: { pk: "MEAL#{id}", sk: "#" },
  versioned: true,
} as const;
const shape = {
  id: z.int(),
  version: Version,
  name: z.string(),
  place: z.object({ city: z.string() }).nullable(),
  dishes: z.array(z.object({ id: z.int(), name: z.string() })),
  drinks: z.array(z.object({ name: z.string() })),
};
/** What the next release adds: a value, and fields inside others. */
const nextShape = {
  ...shape,
  place: z.object({ city: z.string(), floor: z.int().default(0) }).nullable(),
  dishes: z.array(z.object({ id: z.int(), name: z.string(), vegan: z.boolean().default(false) })),
  rating: z.int().default(0),
};
const stored = {
  version: 1,
  name: "Lunch",
  place: { city: "Oslo", floor: 3 },
  dishes: [{ id: 1, name: "Soup", vegan: true }],
  drinks: [{ name: "Tea" }],
  rating: 5,
};
const asAttributes = [
  entity({ ...declaration, schema: z.object(shape) }),
  entity({ ...declaration, schema: z.object(nextShape) }),
] as const;
const asJson = [
  entity({ ...declaration, attributes: ["id"], keyed: { dishes: "id" }, schema: z.object(shape) }),
  entity({
    ...declaration,
    attributes: ["id"],
    keyed: { dishes: "id" },
    format: 2,
    schema: z.object(nextShape),
  }),
] as const;

describe.each([
  ["attributes", asAttributes],
  ["a JSON text", asJson],
])("an item of the next release with %s", (_, [Meal, NextMeal]) => {
  let id = 0;
  /** Stores an item of the next release, and replaces it as the current one does, with these changes. */
  async function replaceWith(...changes: object[]) {
    id += 1;
    await writeOne(put(NextMeal, { ...stored, id }, { if: absent("never") }));
    for (const each of changes) {
      const before = await findItem(Meal, { id });
      if (before) await writeOne(replace(Meal, before, { ...before, ...each }));
    }
    return findItem(NextMeal, { id });
  }

  it("keeps its new fields when a function of the current release replaces it, also twice", async () => {
    expect(await replaceWith({ name: "Dinner" }, { drinks: [{ name: "Milk" }] })).toEqual({
      ...stored,
      id,
      name: "Dinner",
      drinks: [{ name: "Milk" }],
      version: 3,
    });
  });

  it("has only the new values of fields that were changed", async () => {
    expect(await replaceWith({ place: null, dishes: [{ id: 2, name: "Salad" }] })).toMatchObject({
      place: null,
      dishes: [{ id: 2, name: "Salad", vegan: false }],
      rating: 5,
    });
  });
});

it("an item without new fields loses an optional field that a change removes", async () => {
  const Note = entity({
    name: "note",
    key: { pk: "NOTE#{id}", sk: "#" },
    versioned: true,
    schema: z.object({ id: z.int(), text: z.string().optional(), version: Version }),
  });
  await writeOne(put(Note, { id: 1, text: "x", version: 1 }));
  const before = await findItem(Note, { id: 1 });
  await writeOne(replace(Note, before ?? { id: 0, version: 0 }, { id: 1, version: 1 }));
  expect(await findItem(Note, { id: 1 })).toEqual({ id: 1, version: 2 });
});

it("a booking of the next release keeps its new field when it changes", async () => {
  const { host, booking } = await makeBooking();
  const key = primaryKey(BookingItem, booking);
  const item = await findRawItem(key);
  const values = { ...fromText(String(item?.[JSON_ATTRIBUTE])), form: BookingItem.format + 1, mood: "good" };
  await tableClient().send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...item, [JSON_ATTRIBUTE]: JSON.stringify(values) },
    }),
  );
  await change(host, booking, { title: "New", description: "b" });
  const { status } = await cancelBooking(host, { id: booking.id }, CancelOptions.parse({}));
  expect(status).toBe("CANCELLED");
  const after = await findRawItem(key);
  expect(fromText(String(after?.[JSON_ATTRIBUTE]))).toMatchObject({ mood: "good" });
  const derived = Object.keys(item ?? {}).filter((name) => !(name in (after ?? {})));
  expect(derived.toSorted()).toEqual(["GSI1pk", "GSI1sk", "due", "wakesAt"]);
});
