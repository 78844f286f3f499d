import { expect, test } from "vitest";
import { listResult, objectResult } from "#infra/cli/command-result.ts";

const rows = [
  { id: 1, name: "Ann Arbor of the northern office", redirectUris: ["https://app.example.com/callback"] },
  { id: 22, name: "Bo", redirectUris: [] },
];
const list = listResult("users", rows, ["id", "name", "redirectUris"]);

test("a table is as wide as its cells if the output is not a terminal", () => {
  expect(list.text({})).toBe(
    [
      "ID  NAME                              REDIRECT URIS",
      "1   Ann Arbor of the northern office  https://app.example.com/callback",
      "22  Bo                                -",
      "",
    ].join("\n"),
  );
});

test("in a narrow terminal, cells are wrapped between words, and no line is too long", () => {
  expect(list.text({ columns: 56 })).toBe(
    [
      "ID  NAME                REDIRECT URIS",
      "1   Ann Arbor of the    https://app.example.com/callback",
      "    northern office",
      "22  Bo                  -",
      "",
    ].join("\n"),
  );
});

test("in a terminal too narrow for a table, each row is a block", () => {
  expect(list.text({ columns: 30 })).toBe(
    [
      "ID             1",
      "NAME           Ann Arbor of the northern office",
      "REDIRECT URIS  https://app.example.com/callback",
      "",
      "ID             22",
      "NAME           Bo",
      "REDIRECT URIS  -",
      "",
    ].join("\n"),
  );
});

test("headings are bold on a screen with colors", () => {
  const [heading = "", row = ""] = list.text({ isColored: true }).split("\n");
  expect(heading).toBe("\u001b[1mID  NAME                              REDIRECT URIS\u001b[22m");
  expect(row).not.toContain("\u001b");
});

test("a value can't move the cursor or start a line", () => {
  const name = "Eve\u001b[2J\r\nadmin\u0007\u202e";
  expect(objectResult("user", { name }).text({})).toBe("name  Eve admin\n");
});
