import { expect, test } from "vitest";
import { compileStatement } from "#local-cloud/aws/statements.ts";
import type { Statement } from "#local-cloud/aws/types.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/bookings";
const allow = (action: string, resource: string, conditions?: Statement["conditions"]): Statement => ({
  effect: "Allow",
  actions: [action],
  resources: [resource],
  ...(conditions && { conditions }),
});
const isMet = (conditions: Statement["conditions"], values: string[]): boolean =>
  compileStatement(allow("*", "*", conditions)).meetsConditions(new Map([["dynamodb:LeadingKeys", values]]));

test.each([
  ["dynamodb:GetItem", "dynamodb:GetItem", true],
  ["dynamodb:getitem", "dynamodb:GetItem", true],
  ["dynamodb:Get*", "dynamodb:GetItem", true],
  ["dynamodb:?etItem", "dynamodb:GetItem", true],
  ["*", "dynamodb:GetItem", true],
  ["dynamodb:Get", "dynamodb:GetItem", false],
  ["dynamodb:*Item", "dynamodb:Query", false],
])("the action %s matches %s: %s", (pattern, action, expected) => {
  expect(compileStatement(allow(pattern, "*")).matches(action, TABLE)).toBe(expected);
});

test.each([
  [TABLE, TABLE, true],
  [`${TABLE}/index/*`, `${TABLE}/index/GSI1`, true],
  [`${TABLE}/index/*`, TABLE, false],
  [TABLE, `${TABLE}/index/GSI1`, false],
  [TABLE.toUpperCase(), TABLE, false],
  ["arn:aws:dynamodb:*:*:table/b.okings", TABLE, false],
])("the resource %s matches %s: %s", (pattern, resource, expected) => {
  expect(compileStatement(allow("*", pattern)).matches("dynamodb:GetItem", resource)).toBe(expected);
});

test("conditions compare exactly or by pattern, and ForAllValues accepts an empty list", () => {
  const key = (...values: string[]) => ({ "dynamodb:LeadingKeys": values });
  expect(isMet({ StringEquals: key("H#1") }, ["H#1"])).toBe(true);
  expect(isMet({ StringEquals: key("H#*") }, ["H#1"])).toBe(false);
  expect(isMet({ StringEquals: key("H#1") }, [])).toBe(false);
  expect(isMet({ StringLike: key("H#*") }, ["H#1"])).toBe(true);
  expect(isMet({ "ForAllValues:StringEquals": key("H#1", "H#2") }, ["H#1", "H#2"])).toBe(true);
  expect(isMet({ "ForAllValues:StringEquals": key("H#1") }, ["H#1", "H#2"])).toBe(false);
  expect(isMet({ "ForAllValues:StringLike": key("H#*") }, [])).toBe(true);
  expect(isMet({ StringLike: key("H#*"), StringEquals: key("W#1") }, ["H#1"])).toBe(false);
});

test("an unsupported operator, condition key or policy variable is an error", () => {
  const compile = (conditions: Statement["conditions"]) => () =>
    compileStatement(allow("*", "*", conditions));
  expect(compile({ NumericLessThan: { "dynamodb:LeadingKeys": ["1"] } })).toThrow("NumericLessThan");
  expect(compile({ "ForAnyValue:StringEquals": { "dynamodb:LeadingKeys": ["1"] } })).toThrow("ForAnyValue");
  expect(compile({ StringEquals: { "aws:SourceIp": ["::1"] } })).toThrow("aws:SourceIp");
  expect(() => compileStatement(allow("*", `arn:aws:s3:::$${"{aws:username}"}`))).toThrow("policy variable");
});
