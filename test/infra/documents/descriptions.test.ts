import { expect, test } from "vitest";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";

type Part = Record<string, unknown>;
const isPart = (value: unknown): value is Part => typeof value === "object" && value !== null;
const partsOf = (value: unknown): [string, Part][] =>
  isPart(value) ? Object.entries(value).filter((entry): entry is [string, Part] => isPart(entry[1])) : [];

/** Follows a reference. */
const resolve = (part: Part): Part => {
  const path = typeof part["$ref"] === "string" ? part["$ref"].split("/").slice(1) : [];
  const target = path.reduce<unknown>((at, key) => (isPart(at) ? at[key] : undefined), API_DOCUMENT);
  return path.length > 0 && isPart(target) ? target : part;
};

const isDescribed = (part: Part): boolean => [part, resolve(part)].some(({ description }) => description);

/** Names of the properties in a part of the document that lack a description, with their paths. */
function undescribedProperties(part: Part, path: string): string[] {
  const properties = partsOf(part["properties"]).map(([name, property]) => ({ name, property }));
  const own = properties
    .filter(({ property }) => !isDescribed(property))
    .map(({ name }) => `${path}/${name}`);
  const inner = partsOf(part).flatMap(([name, child]) =>
    name === "example" || name === "examples" ? [] : undescribedProperties(child, `${path}/${name}`),
  );
  return [...own, ...inner];
}

const operations = Object.entries(API_DOCUMENT.paths).flatMap(([path, item]) =>
  partsOf(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test("every operation and parameter of the API document has a description", () => {
  const lacking = operations.flatMap(({ name, operation }) => [
    ...(isDescribed(operation) ? [] : [name]),
    ...partsOf(operation["parameters"])
      .filter(([, parameter]) => !isDescribed(parameter))
      .map(([, parameter]) => `${name}: ${parameter["name"]}`),
  ]);
  expect(lacking).toEqual([]);
});

test("every property of the API document has a description", () => {
  const { paths, components, webhooks } = API_DOCUMENT;
  // The other components narrow properties of these schemas, without their descriptions.
  expect(undescribedProperties({ paths, webhooks, schemas: components["schemas"] }, "")).toEqual([]);
});
