import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { listEntities } from "#infra/entities.ts";
import { PROJECT } from "#infra/project.ts";
import { sha256 } from "#lib/platform/sha256.ts";

const FILE = join(PROJECT, "docs/stored-forms.json");
const Recorded = z.record(z.string(), z.object({ form: z.int(), digest: z.string() }));
const entities = (await listEntities()).filter(({ attributes }) => attributes !== undefined);

/** Omits descriptions and examples, which don't change the stored format. */
const onlyForm = (key: string, value: unknown) =>
  key === "example" || (key === "description" && typeof value === "string") ? undefined : value;

it("an entity whose stored format changes has another format number; `npm run record` records it", async () => {
  const found = entities.map(({ name, format: form, schema, attributes, keyed }) => {
    const declared = z.toJSONSchema(schema, { unrepresentable: "any" });
    return [name, { form, digest: sha256(JSON.stringify([declared, attributes, keyed], onlyForm)) }] as const;
  });
  const recorded = Recorded.parse(JSON.parse(await readFile(FILE, "utf8")));
  const unchanged = found.filter(
    ([name, { form, digest }]) => recorded[name]?.form === form && recorded[name].digest !== digest,
  );
  const remedy =
    "Raise `format` of these entities, and let the schema read items of the earlier format, too (ADR 0028).";
  expect(
    unchanged.map(([name]) => name),
    remedy,
  ).toEqual([]);
  if (process.env["RECORD"]) await writeFile(FILE, `${JSON.stringify(Object.fromEntries(found), null, 2)}\n`);
  else expect(recorded, "Run `npm run record`.").toEqual(Object.fromEntries(found));
});
