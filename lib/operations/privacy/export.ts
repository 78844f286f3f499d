import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Entity } from "#lib/table/entity.ts";
import { valuesAt } from "#lib/table/json-path.ts";
import type { RawItem } from "#lib/table/scan.ts";
import { fieldsOf, knowledgeOf, learnFrom, type Match, matchesIn, newPerson, type Person } from "./person.ts";
import { keepReceipt } from "./receipt.ts";
import { type StoredItem, storedItems } from "./stored-items.ts";

/** Everything stored about one person: items by entity. */
export interface PersonExport {
  email: string;
  exportedAt: string;
  items: Record<string, RawItem[]>;
}

/** Keys of the table, and what proves who somebody is. */
const HIDDEN =
  /^(pk|sk|GSI\d.*|entity|auditEntry|auditEntries|passwordHash|passwordMark|hash|sealed.*|oldSecrets|tat)$/;
/** What else is exported of an item of another user. */
const CONTEXT = "id uid bookingId startTime endTime status trigger amount currency createdAt".split(" ");

/**
 * Collects everything stored about a person: a user's own items in whole, and of others' items the data that is declared this person's. The
 * last pass over all items is one that learns nothing new.
 */
export async function exportPerson(
  caller: Caller,
  email: string,
  entities: readonly Entity[],
): Promise<PersonExport> {
  requireSystemAdmin(caller);
  const person = newPerson(email);
  for (;;) {
    const known = knowledgeOf(person);
    const items: Record<string, RawItem[]> = {};
    for await (const page of storedItems(entities)) {
      for (const stored of page) learnFrom(stored, person);
      for (const stored of page) {
        const exported = exportedOf(stored, person);
        if (exported) items[stored.entity.name] = [...(items[stored.entity.name] ?? []), exported];
      }
    }
    if (knowledgeOf(person) > known) continue;
    await keepReceipt(email, "exported");
    return { email: person.address, exportedAt: nowIso(), items };
  }
}

function exportedOf(stored: StoredItem, person: Person): RawItem | undefined {
  const { item, content } = stored;
  const { user } = person.ids;
  if (user.has(item["userId"]) || (stored.entity.name === "user" && user.has(item["id"])))
    return Object.fromEntries(Object.entries(content).filter(([name]) => !HIDDEN.test(name)));
  const matches = matchesIn(stored, person);
  if (matches.length === 0) return undefined;
  const context = Object.fromEntries(CONTEXT.flatMap((name) => (name in item ? [[name, item[name]]] : [])));
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
