import { describe, expect, it } from "vitest";
import * as z from "zod";
import { absent, all, equals } from "#lib/table/condition.ts";
import { entity } from "#lib/table/entity.ts";
import { elementPath } from "#lib/table/keyed.ts";
import { put, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { useLocalTable } from "#test/support/local-table.ts";

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
const guests = (id: number) => getItem(Party, { id }).then((party) => party?.guests);

describe("a keyed list", () => {
  it("comes back as a list, in the order of its ids", async () => {
    await write(put(Party, { id: 1, guests: [ann, bob] }));
    expect(await guests(1)).toEqual([bob, ann]);
    await write(put(Party, { id: 2, guests: [] }));
    expect(await guests(2)).toEqual([]);
  });

  it("lets one element change, move and go without the others being read", async () => {
    await write(put(Party, { id: 3, guests: [ann, bob] }));
    const [old, fresh] = [ann.email.toUpperCase(), "a.b#c@example.com"].map((email) =>
      elementPath(Party, ["guests", email]),
    );
    const name = elementPath(Party, ["guests", bob.email, "name"]);
    const moved = { ...ann, email: "a.b#c@example.com" };
    const operation = update(
      Party,
      { id: 3 },
      {
        set: { [name]: "Robert", [String(fresh)]: moved },
        remove: [String(old)],
        if: all(absent(String(fresh)), equals(elementPath(Party, ["guests", ann.email, "id"]), ann.id)),
      },
    );
    await write(operation);
    expect(await guests(3)).toEqual([{ ...bob, name: "Robert" }, moved]);
    await expect(write(operation)).rejects.toThrow(Refused);
  });

  it("is named by the entity", () => {
    expect(() => elementPath(Party, ["id", 1])).toThrow("id is not a keyed list");
  });
});
