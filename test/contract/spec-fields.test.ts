import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { makeEverything, readResources, schemasOf } from "./spec-answers.ts";
import { SPEC_FIELDS, type SpecResource } from "./spec-fields.ts";
import { EMPTY, isEmpty, nestedFields, problemWith } from "./spec-types.ts";

useLocalTable();

const { endpoints } = await loadRegistry();

type Json = Record<string, unknown>;
const RESOURCES = Object.keys(SPEC_FIELDS) as SpecResource[];
let host: Caller;
let admin: Caller;

beforeAll(async () => {
  captureLines();
  [host, admin] = [await makeEverything(), await makeHost("ADMIN")];
});

/** The fields of a resource that are not as the specification says. */
const problemsIn = (resource: SpecResource, answer: Json): string[] =>
  Object.entries(SPEC_FIELDS[resource]).flatMap(([field, type]) => {
    const problem = problemWith(type, answer[field]);
    return problem === undefined ? [] : [`${field} ${problem}`];
  });

describe.each(RESOURCES)("%s", (resource) => {
  it("is declared with every field by all its endpoints", () => {
    const declared = endpoints.flatMap(({ spec }) => schemasOf(resource, spec));
    expect(declared).not.toHaveLength(0);
    for (const { shape } of declared)
      expect(Object.keys(shape)).toEqual(expect.arrayContaining(Object.keys(SPEC_FIELDS[resource])));
  });

  it("has every field of the specification with its type, alone and in lists, for host and admin", async () => {
    for (const caller of [host, admin]) {
      const { listed, single } = await readResources(resource, caller);
      expect(single).not.toHaveLength(0);
      for (const answer of [...listed, ...single]) expect(problemsIn(resource, answer)).toEqual([]);
      if (listed.length > 0) expect(single).toEqual(listed);
    }
  });

  it("has a value in every field that can have one", async () => {
    const callers = resource === "Me" ? [host] : [host, admin];
    const results = await Promise.all(callers.map((caller) => readResources(resource, caller)));
    const answers: Json[] = results.flatMap(({ single }) => single);
    const empty = Object.keys(SPEC_FIELDS[resource]).filter((field) =>
      answers.every((answer) => isEmpty(answer[field])),
    );
    expect(empty).toEqual(EMPTY[resource]);
  });
});

describe.each([
  ["attendees", "Attendee", []],
  ["references", "BookingReference", ["deleted"]],
  // Only the payment itself has `data` (ADR 0033).
  ["payment", "Payment", ["data"]],
] as const)("%s of a booking", (list, resource, empty) => {
  const names = nestedFields(resource).map(([field]) => field);

  it("are declared with every field of their table except the booking", () => {
    const declared = endpoints.flatMap(({ spec }) => schemasOf("Booking", spec));
    expect(declared.length).toBeGreaterThan(5);
    for (const { shape } of declared) {
      const { element } = shape[list] as z.ZodArray<z.ZodObject>;
      expect(Object.keys(element.shape)).toEqual(expect.arrayContaining(names));
    }
  });

  it("have the same values as the resource itself", async () => {
    const { listed: bookings } = await readResources("Booking", host);
    const { single } = await readResources(resource, host);
    const nested = bookings.flatMap((booking) => booking[list] as Json[]);
    const picked = (of: Json): Json => Object.fromEntries(names.map((name) => [name, of[name]]));
    const alone = new Map(single.map((one) => [one["id"], picked(one)]));
    expect(nested).not.toHaveLength(0);
    for (const one of nested) expect(picked(one)).toEqual(alone.get(one["id"]));
    expect(names.filter((name) => nested.every((one) => isEmpty(one[name])))).toEqual(empty);
  });
});
