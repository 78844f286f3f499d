import { isFields, valuesAt } from "#lib/storage/table/json-path.ts";
import type { DataSubject, PersonalData, Replacement } from "#lib/storage/table/personal.ts";
import type { StoredItem } from "./stored-items.ts";

/** A person, by email address, and all values that identify their data. */
export interface Person {
  /** Lower-case. */
  address: string;
  ids: Record<DataSubject, Set<unknown>>;
  /** Names and addresses that items contain together with these ids, including former ones. */
  strings: Set<string>;
}

/** What an erasure writes in place of a name, and the domain of the addresses it writes. */
export const ERASED = "Erased";
export const ERASED_DOMAIN = "@erased.invalid";

/** Creates a person with the address as the only identifier. */
export const newPerson = (email: string): Person => ({
  address: email.trim().toLowerCase(),
  ids: { user: new Set(), attendee: new Set(), booker: new Set(), participant: new Set() },
  strings: new Set([email.trim().toLowerCase()]),
});

/** Counts the identifiers of a person: none is ever removed. */
export const countIdentifiers = ({ ids, strings }: Person): number =>
  [...Object.values(ids), strings].reduce((sum, { size }) => sum + size, 0);

/** Personal data of a person in an item. */
export interface Match {
  data: PersonalData;
  /** The object that holds its fields. */
  object: Record<string, unknown>;
  /** Whether the item contains the requested address. */
  byAddress: boolean;
}

/** The personal data of a person in an item. */
export function matchesIn({ entity, content }: StoredItem, person: Person): Match[] {
  return entity.personal
    .filter(({ when = {} }) => Object.entries(when).every(([name, value]) => content[name] === value))
    .flatMap((data) => {
      const objects = data.at === undefined ? [content] : valuesAt(content, data.at);
      return objects.filter(isFields).flatMap((object) => matchOf(data, object, person) ?? []);
    });
}

function matchOf(data: PersonalData, object: Record<string, unknown>, person: Person): Match | undefined {
  const { id, address, attendee, of } = data;
  const byAddress =
    address !== undefined && valuesAt(object, address).some((value) => isAddressOf(person, value));
  const isTheirs =
    byAddress ||
    (id !== undefined && valuesAt(object, id).some((value) => person.ids[of].has(value))) ||
    (attendee !== undefined && person.ids.attendee.has(attendee(object)));
  return isTheirs ? { data, object, byAddress } : undefined;
}

const isAddressOf = ({ address }: Person, value: unknown): boolean =>
  typeof value === "string" && value.toLowerCase() === address;

/** Adds the ids, names and addresses that an item contains together with known identifiers of a person. */
export function addIdentifiers(stored: StoredItem, person: Person): void {
  const { ids } = person;
  for (const { data, object } of matchesIn(stored, person)) {
    const { of, id, booking, attendee } = data;
    if (id !== undefined) addTo(ids[of], valuesAt(object, id));
    if (booking !== undefined) addTo(ids.participant, valuesAt(stored.content, booking));
    if (attendee !== undefined) addTo(ids.attendee, [attendee(object)]);
    for (const [path, replacement] of Object.entries(fieldsOf(data)))
      if (replacement === "placeholder" || replacement === "alias")
        for (const value of valuesAt(object, path)) addString(value, person);
  }
}

function addTo(ids: Set<unknown>, values: readonly unknown[]): void {
  for (const value of values) if (value !== undefined && value !== null) ids.add(value);
}

/** The declared fields; none if the whole item is deleted. */
export const fieldsOf = ({ fields }: PersonalData): Readonly<Record<string, Replacement>> =>
  fields === "delete item" ? {} : fields;

function addString(value: unknown, { strings }: Person): void {
  if (typeof value !== "string" || value.trim().length < 2) return;
  if (value !== ERASED && !value.endsWith(ERASED_DOMAIN)) strings.add(value.trim());
}
