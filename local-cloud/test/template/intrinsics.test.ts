import { describe, expect, it } from "vitest";
import { type Resolver, resolve } from "#local-cloud/template/intrinsics.ts";

const resolver: Resolver = {
  ref: (name) => (name === "AWS::NoValue" ? undefined : `ref:${name}`),
  attribute: (logicalId, name) => `${logicalId}.${name}`,
  importedValue: (name) => `imported:${name}`,
  condition: (name) => name === "Yes",
  mapping: (path) => path.join("/"),
};

/** Returns a variable in a text for Sub. */
const variable = (name: string): string => `\${${name}}`;

describe("intrinsic functions", () => {
  it.each([
    ["Ref", { Ref: "Table" }, "ref:Table"],
    ["GetAtt as a list", { "Fn::GetAtt": ["Queue", "Arn"] }, "Queue.Arn"],
    ["GetAtt as text", { "Fn::GetAtt": "Queue.Arn" }, "Queue.Arn"],
    ["Join", { "Fn::Join": ["-", ["a", { Ref: "B" }, 3]] }, "a-ref:B-3"],
    [
      "Sub",
      { "Fn::Sub": `${variable("Table")}/${variable("Queue.Arn")}/${variable("!Literal")}` },
      `ref:Table/Queue.Arn/${variable("Literal")}`,
    ],
    [
      "Sub with variables",
      { "Fn::Sub": [`${variable("Own")}/${variable("Table")}`, { Own: { Ref: "A" } }] },
      "ref:A/ref:Table",
    ],
    ["Select of Split", { "Fn::Select": [1, { "Fn::Split": [":", "a:b:c"] }] }, "b"],
    ["If", { "Fn::If": ["Yes", { Ref: "A" }, "no"] }, "ref:A"],
    ["If of a false condition", { "Fn::If": ["No", "yes", "no"] }, "no"],
    ["ImportValue", { "Fn::ImportValue": "Data:Table" }, "imported:Data:Table"],
    ["FindInMap", { "Fn::FindInMap": ["Map", "first", "second"] }, "Map/first/second"],
    ["Equals", { "Fn::Equals": [{ Ref: "A" }, "ref:A"] }, true],
    ["And of conditions", { "Fn::And": [{ Condition: "Yes" }, { Condition: "No" }] }, false],
    ["Not", { "Fn::Not": [{ Condition: "No" }] }, true],
    ["Base64", { "Fn::Base64": "abc" }, "YWJj"],
  ])("evaluates %s", (_name, value, expected) => {
    expect(resolve(value, resolver)).toEqual(expected);
  });

  it("removes missing values from objects and lists", () => {
    const nothing = { Ref: "AWS::NoValue" };
    expect(resolve({ present: 1, missing: nothing, list: ["a", nothing] }, resolver)).toEqual({
      present: 1,
      list: ["a"],
    });
  });

  it("does not evaluate the condition of a policy statement", () => {
    const statement = { Condition: { Bool: { "aws:SecureTransport": "true" } } };
    expect(resolve(statement, resolver)).toEqual(statement);
  });

  it("rejects an unknown function by its name", () => {
    expect(() => resolve({ "Fn::GetAZs": "" }, resolver)).toThrow("Fn::GetAZs");
  });
});
