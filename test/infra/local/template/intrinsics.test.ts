import { describe, expect, it } from "vitest";
import { resolve, type Scope } from "#infra/local/template/intrinsics.ts";

const scope: Scope = {
  ref: (name) => (name === "AWS::NoValue" ? undefined : `ref:${name}`),
  attribute: (logicalId, name) => `${logicalId}.${name}`,
  importedValue: (name) => `imported:${name}`,
  condition: (name) => name === "Yes",
  mapping: (path) => path.join("/"),
};

/** A place in a Sub text. */
const place = (name: string): string => `\${${name}}`;

describe("intrinsic functions", () => {
  it.each([
    ["Ref", { Ref: "Table" }, "ref:Table"],
    ["GetAtt as a list", { "Fn::GetAtt": ["Queue", "Arn"] }, "Queue.Arn"],
    ["GetAtt as text", { "Fn::GetAtt": "Queue.Arn" }, "Queue.Arn"],
    ["Join", { "Fn::Join": ["-", ["a", { Ref: "B" }, 3]] }, "a-ref:B-3"],
    [
      "Sub",
      { "Fn::Sub": `${place("Table")}/${place("Queue.Arn")}/${place("!Kept")}` },
      `ref:Table/Queue.Arn/${place("Kept")}`,
    ],
    [
      "Sub with variables",
      { "Fn::Sub": [`${place("Own")}/${place("Table")}`, { Own: { Ref: "A" } }] },
      "ref:A/ref:Table",
    ],
    ["Select of Split", { "Fn::Select": [1, { "Fn::Split": [":", "a:b:c"] }] }, "b"],
    ["If", { "Fn::If": ["Yes", { Ref: "A" }, "no"] }, "ref:A"],
    ["If of a condition that does not hold", { "Fn::If": ["No", "yes", "no"] }, "no"],
    ["ImportValue", { "Fn::ImportValue": "Data:Table" }, "imported:Data:Table"],
    ["FindInMap", { "Fn::FindInMap": ["Map", "first", "second"] }, "Map/first/second"],
    ["Equals", { "Fn::Equals": [{ Ref: "A" }, "ref:A"] }, true],
    ["And of conditions", { "Fn::And": [{ Condition: "Yes" }, { Condition: "No" }] }, false],
    ["Not", { "Fn::Not": [{ Condition: "No" }] }, true],
    ["Base64", { "Fn::Base64": "abc" }, "YWJj"],
  ])("evaluates %s", (_name, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  it("drops what has no value from objects and lists", () => {
    const nothing = { Ref: "AWS::NoValue" };
    expect(resolve({ kept: 1, gone: nothing, list: ["a", nothing] }, scope)).toEqual({
      kept: 1,
      list: ["a"],
    });
  });

  it("leaves the condition of a policy statement alone", () => {
    const statement = { Condition: { Bool: { "aws:SecureTransport": "true" } } };
    expect(resolve(statement, scope)).toEqual(statement);
  });

  it("names a function it does not know", () => {
    expect(() => resolve({ "Fn::GetAZs": "" }, scope)).toThrow("Fn::GetAZs");
  });
});
