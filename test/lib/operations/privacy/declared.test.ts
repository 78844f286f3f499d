import { expect, it } from "vitest";
import * as z from "zod";
import { listEntities } from "#infra/entities.ts";
import { CLOSING_STEPS } from "#lib/operations/privacy/close-account.ts";
import type { Entity } from "#lib/storage/table/entity.ts";

/** Usual names of fields with personal data, and of JSON, which may contain personal data. */
const PERSONAL =
  /(email|name|phone|phoneNumber|address|notes?|answers?|responses|feedback|reason|cancelledBy|reminderNumber|ip|userAgent|avatar|bio|metadata|data|payload|result|optionValue|calendarId)$/i;

const entities = await listEntities();

/** The paths of all fields of a JSON schema, with `*` for the elements of lists and maps. */
function pathsIn(schema: unknown, path: readonly string[] = []): string[] {
  const { properties, items, additionalProperties, anyOf } = Node.parse(schema);
  return [
    path.join("."),
    ...Object.entries(properties).flatMap(([name, field]) => pathsIn(field, [...path, name])),
    ...[items, additionalProperties].flatMap((element) =>
      typeof element === "object" ? pathsIn(element, [...path, "*"]) : [],
    ),
    ...anyOf.flatMap((option) => pathsIn(option, path)),
  ];
}
const Node = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.union([z.boolean(), z.looseObject({})]).optional(),
  additionalProperties: z.union([z.boolean(), z.looseObject({})]).optional(),
  anyOf: z.array(z.unknown()).default([]),
});

/** The paths an entity declares personal; all of an item that is deleted. */
const declaredPaths = ({ personal }: Entity): string[] =>
  personal.flatMap(({ at, fields }) =>
    fields === "delete item" ? [""] : Object.keys(fields).map((field) => (at ? `${at}.${field}` : field)),
  );

const covers = (declared: string, path: string): boolean =>
  declared === "" || path === declared || path.startsWith(`${declared}.`) || declared.startsWith(`${path}.`);

it("every field that looks personal is declared personal, or declared not to be", () => {
  const undeclared = entities.flatMap((entity) => {
    const declared = [...declaredPaths(entity), ...entity.notPersonal];
    const paths = new Set(pathsIn(z.toJSONSchema(entity.schema, { unrepresentable: "any" })));
    return [...paths]
      .filter((path) => PERSONAL.test(path) && !declared.some((each) => covers(each, path)))
      .map((path) => `${entity.name}: ${path}`);
  });
  expect(undeclared).toEqual([]);
});

it("every path that is declared exists, unless it leads into JSON", () => {
  const missing = entities.flatMap((entity) => {
    const paths = pathsIn(z.toJSONSchema(entity.schema, { unrepresentable: "any" }));
    const exists = (path: string) =>
      /^(payload|result|responses)\./.test(path) || path === "" || paths.includes(path);
    const declared = [...declaredPaths(entity), ...entity.notPersonal];
    return declared.filter((path) => !exists(path)).map((path) => `${entity.name}: ${path}`);
  });
  expect(missing).toEqual([]);
});

it("every entity with a userId declares accountClosing, and every closing step has its entity", () => {
  const undeclared = entities.filter(
    ({ schema, accountClosing }) => "userId" in schema.shape && accountClosing === undefined,
  );
  expect(undeclared.map(({ name }) => name)).toEqual([]);
  const ended = entities.filter(({ accountClosing }) => accountClosing === "ended").map(({ name }) => name);
  expect(Object.keys(CLOSING_STEPS).toSorted()).toEqual(ended);
});
