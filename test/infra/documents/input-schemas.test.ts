import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { renderSchemas } from "#infra/documents/render.ts";
import { PROJECT } from "#infra/project.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const readDocument = (path: string): Promise<string> => readFile(join(PROJECT, "docs", path), "utf8");
const validatorOf = (path: string) => ajv.compile(JSON.parse(renderSchemas().get(path) ?? "false"));

test("the JSON Schema of an import accepts every line of the example, and no line without its required fields", async () => {
  const isLine = validatorOf(".build/import.schema.json");
  const lines = (await readDocument("examples/import.jsonl")).trim().split("\n");
  for (const line of lines) {
    const { id, ...others } = JSON.parse(line);
    expect(isLine({ id, ...others }), line).toBe(true);
    expect(isLine({ ...others, type: "unknown" }), line).toBe(false);
    if (others.type !== "membership") expect(isLine(others), line).toBe(false);
  }
});

test("the JSON Schema of a payment message accepts the message in the docs, and no message without an amount", async () => {
  const isMessage = validatorOf(".build/payment-message.schema.json");
  const [, json = ""] = /```json\n(.*?)```/s.exec(await readDocument("payments.md")) ?? [];
  const { amount, ...others } = JSON.parse(json);
  expect(isMessage({ amount, ...others })).toBe(true);
  expect(isMessage(others)).toBe(false);
  expect(isMessage({ amount, ...others, unknown: 1 })).toBe(false);
});
