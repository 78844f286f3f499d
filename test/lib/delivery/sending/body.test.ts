import fc from "fast-check";
import { expect, test } from "vitest";
import { findTemplateProblem, renderTemplate } from "#lib/delivery/sending/body.ts";

const values = {
  title: "Intro",
  length: 30,
  organizer: { name: "Hanna" },
  attendees: [{ name: "Ann", email: "ann@example.com" }],
  empty: null,
};
const json = (template: unknown, from: Record<string, unknown> = values): unknown =>
  JSON.parse(renderTemplate(JSON.stringify(template), from)?.body ?? "");

test("a template that is JSON is filled and stays JSON", () => {
  expect(json({ text: "{{title}} with {{ organizer.name }}", to: ["{{attendees.0.email}}"], n: 1 })).toEqual({
    text: "Intro with Hanna",
    to: ["ann@example.com"],
    n: 1,
  });
  expect(renderTemplate("{}", values)?.contentType).toBe("application/json");
});

test("a string that consists of one placeholder becomes the value itself", () => {
  expect(json({ length: "{{length}}", first: "{{attendees.0}}" })).toEqual({
    length: 30,
    first: values.attendees[0],
  });
});

test("any other template is plain text", () => {
  expect(renderTemplate("{{title}}, {{length}} minutes", values)).toEqual({
    body: "Intro, 30 minutes",
    contentType: "text/plain; charset=utf-8",
  });
});

test("missing values become empty text", () => {
  expect(json(["{{nothing}}", "{{empty}}", "<{{organizer.name.first}}>"])).toEqual(["", "", "<>"]);
});

test("prototypes can't be reached", () => {
  expect(json(["{{constructor.name}}", "{{__proto__}}", "{{title.length}}", "{{attendees.length}}"])).toEqual(
    ["", "", "", 1],
  );
});

test("no value changes the structure of a template that is JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const filled = json({ a: "{{name}}", b: { c: "Hi {{name}}!" } }, { name });
      expect(filled).toEqual({ a: name, b: { c: `Hi ${name}!` } });
    }),
  );
});

test("a template whose result is over 256 KB is not rendered", () => {
  expect(renderTemplate("{{big}}", { big: "x".repeat(262_145) })).toBeUndefined();
});

test("rendering stops before a template that repeats a large value takes all memory", () => {
  const payload = { notes: Array.from({ length: 1_000 }, () => "x".repeat(200)) };
  const text = "{{payload}}".repeat(2_900);
  for (const template of [text, JSON.stringify({ text }), JSON.stringify(Array(2_200).fill("{{payload}}"))])
    expect(renderTemplate(template, { payload })).toBeUndefined();
});

test("a result of 256 KB is sent", () => {
  const big = "\n".repeat(262_144);
  expect(renderTemplate("{{big}}", { big })?.body).toBe(big);
});

test("a template nested deep enough to overflow the stack is not rendered", () => {
  expect(renderTemplate(`${"[".repeat(16_000)}${"]".repeat(16_000)}`, {})).toBeUndefined();
});

test.each([
  ["{{title", 1],
  ["Hi {{title} and {{title}}", 4],
  ["{{title}} {{ {{title}}", 11],
  ['{"what": "{{title"}', 11],
  ['{"a":{"b":"{{title"}}', 12],
  ['{"a": "{{title", "b": "}}"}', 8],
])("a template with an unclosed tag is invalid: %s", (template, at) => {
  expect(findTemplateProblem(template)).toBe(`has a "{{" without "}}" at character ${at}`);
});

test.each([
  "",
  "Hi {{title}} at {{ startTime\n}}",
  "{{{title}}}",
  "{{}} }} { } {a}",
  '{"a":{"b":{"c":"{{title}} {"}}}',
  '{"{{title}}": "\\"{{ a\\"b }}\\""}',
  '{{ "title" }}',
])("a template without one is valid: %s", (template) => {
  expect(findTemplateProblem(template)).toBeUndefined();
});
