import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import { valuesAt } from "#lib/storage/table/json-path.ts";
import type { RawItem } from "#lib/storage/table/scan.ts";
import {
  addIdentifiers,
  countIdentifiers,
  fieldsOf,
  type Match,
  matchesIn,
  newPerson,
  type Person,
} from "./person.ts";
import { createReceipt } from "./receipt.ts";
import { readStoredItems, type StoredItem } from "./stored-items.ts";

/** All stored data of one person: items by entity. */
export interface PersonExport {
  email: string;
  exportedAt: string;
  items: Record<string, RawItem[]>;
}

/** Attributes that are not exported: keys of the table, and secrets. */
const HIDDEN =
  /^(pk|sk|GSI\d.*|entity|auditEntry|auditEntries|passwordHash|passwordMark|hash|sealed.*|oldSecrets|tat)$/;
/** The other attributes that are exported of an item of another user. */
const CONTEXT = "id uid bookingId startTime endTime status trigger amount currency createdAt".split(" ");

/**
 * Collects all stored data of a person: a user's own items completely, and of other users' items the data that is declared to be this
 * person's. Passes over all items are repeated until one finds no new identifiers of the person.
 */
export async function exportPerson(
  caller: Caller,
  email: string,
  entities: readonly Entity[],
): Promise<PersonExport> {
  requireSystemAdmin(caller);
  const person = newPerson(email);
  for (;;) {
    const identifiers = countIdentifiers(person);
    const items: Record<string, RawItem[]> = {};
    for await (const page of readStoredItems(entities)) {
      for (const stored of page) addIdentifiers(stored, person);
      for (const stored of page) {
        const exported = exportItem(stored, person);
        if (!exported) continue;
        items[stored.entity.name] ??= [];
        items[stored.entity.name]?.push(exported);
      }
    }
    if (countIdentifiers(person) > identifiers) continue;
    await createReceipt(email, "exported");
    return { email: person.address, exportedAt: nowIso(), items };
  }
}

function exportItem(stored: StoredItem, person: Person): RawItem | undefined {
  const { entity, content } = stored;
  const { user } = person.ids;
  if (user.has(content["userId"]) || (entity.name === "user" && user.has(content["id"])))
    return Object.fromEntries(Object.entries(content).filter(([name]) => !HIDDEN.test(name)));
  const matches = matchesIn(stored, person);
  if (matches.length === 0) return undefined;
  const context = Object.fromEntries(
    CONTEXT.flatMap((name) => (name in content ? [[name, content[name]]] : [])),
  );
  return { ...context, personal: matches.map(declaredData) };
}

const declaredData = ({ data, object }: Match): RawItem => ({
  of: data.of,
  ...Object.fromEntries(
    Object.keys(fieldsOf(data)).flatMap((path) => {
      const values = valuesAt(object, path);
      return values.length === 0 ? [] : [[path, values.length === 1 ? values[0] : values]];
    }),
  ),
});
