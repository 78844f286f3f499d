import { allEntries, type Registry } from "#infra/registry.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import { INDEXES } from "#lib/storage/table/indexes.ts";
import { code, markdownTable } from "./markdown.ts";

/** Round trips of each function: of its first call and of later calls. */
export type RoundTrips = Record<string, { first: number; later: number }>;

interface Sources {
  entities: readonly Entity[];
  registry: Registry;
  measured: RoundTrips;
}

/** `docs/access-patterns.md`: the items of the table, the permissions of functions, and the round trips of their calls. */
export function accessPatternsDocument({ entities, registry, measured }: Sources): string {
  const items = entities.map(({ name, key, indexes }) => [
    name,
    code(key.pk),
    code(key.sk),
    ...INDEXES.map((index) => {
      const template = indexes[index];
      return template === undefined ? "" : `${code(template.pk)} / ${code(template.sk)}`;
    }),
  ]);
  const permissions = allEntries(registry).map(({ spec }) => [
    code(spec.id),
    spec.permissions.map(code).join(", "),
  ]);
  const trips = Object.entries(measured).map(([id, { first, later }]) => [
    code(id),
    String(first),
    String(later),
  ]);
  return `# Access patterns

## Items of the table

A placeholder is an attribute of the item: \`{id:10}\` is padded to ten digits, \`{id/1000}\` is whole thousands.

${markdownTable(["Item", "pk", "sk", ...INDEXES.map((index) => `${index} pk / sk`)], items)}
## What each function may do

A role allows these actions on these resources and nothing else, apart from reading its event source and writing its log.

${markdownTable(["Function", "Permissions"], permissions)}
## What a call costs

Round trips to the database: the longest chain of calls that wait for each other. \`test/contract/round-trips.test.ts\` measures
them with calls of the owner. The first call of a function instance finds its cache empty; later calls use the cache.
The authorizer takes one more. A list takes one per MB.

${markdownTable(["Function", "First call", "Later calls"], trips)}`;
}
