import { describe, expect, it } from "vitest";
import { compileFilters } from "#local-cloud/events/event-filter.ts";

const record = {
  eventName: "INSERT",
  dynamodb: { Keys: { pk: { S: "H#7" }, sk: { S: "EV#2026" } }, NewImage: { tags: ["a", "b"] }, size: 5 },
};

const matches = (...patterns: object[]) =>
  compileFilters(patterns.map((pattern) => ({ ...pattern })))(record);
const sortKey = (...expected: unknown[]) => ({ dynamodb: { Keys: { sk: { S: expected } } } });

describe("event filters", () => {
  it("match every record when there are none", () => {
    expect(matches()).toBe(true);
  });

  it.each([
    ["an exact value", { eventName: ["INSERT"] }, true],
    ["one of several values", { eventName: ["MODIFY", "INSERT"] }, true],
    ["another value", { eventName: ["REMOVE"] }, false],
    ["a prefix", sortKey({ prefix: "EV#" }), true],
    ["another prefix", sortKey({ prefix: "B#" }), false],
    ["a suffix", sortKey({ suffix: "2026" }), true],
    ["a value in lower case", sortKey({ "equals-ignore-case": "ev#2026" }), true],
    ["a field that exists", { dynamodb: { OldImage: [{ exists: false }] } }, true],
    ["a field that is missing", { dynamodb: { OldImage: [{ exists: true }] } }, false],
    ["anything but another value", sortKey({ "anything-but": ["B#1"] }), true],
    ["anything but its value", sortKey({ "anything-but": "EV#2026" }), false],
    ["anything but its prefix", sortKey({ "anything-but": { prefix: "EV#" } }), false],
    ["a number in a range", { dynamodb: { size: [{ numeric: [">", 1, "<=", 5] }] } }, true],
    ["a number out of a range", { dynamodb: { size: [{ numeric: ["<", 5] }] } }, false],
    ["one element of a list", { dynamodb: { NewImage: { tags: ["b"] } } }, true],
    ["two fields, one of which differs", { eventName: ["INSERT"], ...sortKey("B#1") }, false],
    ["either of two fields", { $or: [{ eventName: ["REMOVE"] }, sortKey({ prefix: "EV" })] }, true],
  ])("compare a record with %s", (_description, pattern, expected) => {
    expect(matches(pattern)).toBe(expected);
  });

  it("match a record if one of them does", () => {
    expect(matches({ eventName: ["REMOVE"] }, { eventName: ["INSERT"] })).toBe(true);
  });

  it("never match a number stored as text, as DynamoDB's are", () => {
    expect(compileFilters([{ n: [{ numeric: ["=", 5] }] }])({ n: "5" })).toBe(false);
  });

  it("reject an unknown operator by its name", () => {
    expect(() => compileFilters([{ ip: [{ cidr: "10.0.0.0/8" }] }])).toThrow("cidr");
  });
});
