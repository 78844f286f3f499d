import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderTemplate } from "#lib/delivery/sending/body.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { name, payloadOf, placeholder, template } from "./drawn-template.ts";

const RUNS = runCount(10_000);
const LARGEST = 262_144;

/** The keys of a tree, without its values. */
const shapeOf = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(shapeOf);
  if (typeof node !== "object" || node === null) return "a value";
  return Object.entries(node)
    .map(([key, value]) => [key, shapeOf(value)])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
};

describe("a template that is JSON", () => {
  test(
    "has the same keys and lists with any name of an attendee: only values change",
    () => {
      fc.assert(
        fc.property(template, name, (tree, attendee) => {
          const text = JSON.stringify(tree);
          const rendered = renderTemplate(text, payloadOf(attendee));
          expect(rendered?.contentType).toBe("application/json");
          expect(shapeOf(JSON.parse(rendered?.body ?? ""))).toEqual(shapeOf(JSON.parse(text)));
          expect(rendered?.body).not.toContain("hidden");
        }),
        { numRuns: RUNS },
      );
    },
    timeoutFor(RUNS / 100),
  );

  test(
    "contains the exact name and the text around it",
    () => {
      fc.assert(
        fc.property(name, fc.string(), (attendee, around) => {
          fc.pre(!/[{}]/.test(around));
          const tree = { name: "{{attendees.0.name}}", text: `${around}{{attendees.0.name}}${around}` };
          const { body = "" } = renderTemplate(JSON.stringify(tree), payloadOf(attendee)) ?? {};
          expect(JSON.parse(body)).toEqual({ name: attendee, text: around + attendee + around });
        }),
        { numRuns: RUNS },
      );
    },
    timeoutFor(RUNS / 100),
  );
});

describe("any template", () => {
  /** Text of placeholders, parts of the syntax of templates and JSON, and random characters. */
  const anything = fc
    .array(
      fc.oneof(
        placeholder,
        fc.constantFrom(
          "{{",
          "}}",
          "{",
          "}",
          '"',
          "[",
          "]",
          ",",
          ":",
          "\\",
          "{{#if",
          "{{>",
          "{{{",
          "payload",
          "payload.",
          "payload.0",
          " ",
        ),
        fc.string({ unit: "binary" }),
      ),
    )
    .map((parts) => parts.join(""));

  test(
    "renders without an error, to at most 256 KB, with the right content type",
    () => {
      fc.assert(
        fc.property(fc.oneof(anything, fc.json()), fc.anything(), name, (text, payload, attendee) => {
          const values = { ...payloadOf(attendee), payload: JSON.parse(JSON.stringify(payload) ?? "null") };
          const rendered = renderTemplate(text, values);
          if (!rendered) throw new Error("nothing was rendered");
          expect(Buffer.byteLength(rendered.body)).toBeLessThanOrEqual(LARGEST);
          expect(rendered.contentType).toBe(isJson(text) ? "application/json" : "text/plain; charset=utf-8");
          expect(isJson(text)).toBe(isJson(text) && isJson(rendered.body));
          expect(rendered.body).not.toMatch(/native code|hidden/);
        }),
        { numRuns: RUNS },
      );
    },
    timeoutFor(RUNS / 100),
  );

  test("can't reach prototypes by any path", () => {
    const names = [
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "valueOf",
      "hasOwnProperty",
      "caller",
    ];
    for (const first of ["", "title.", "attendees.", "attendees.0.", "organizer.", "length."])
      for (const one of names)
        for (const path of [`${first}${one}`, ...names.map((two) => `${first}${one}.${two}`)])
          expect(renderTemplate(`{{${path}}}`, payloadOf("Ann"))?.body).toBe("");
  });

  /** A million characters: too many for a regular expression that backtracks. */
  const MANY = 1_000_000;
  test.each([
    ["{{", 2],
    ["{{ ", 3],
    ["{{a", 3],
    ["{{a.", 4],
    ["a.", 2],
    [" ", 1],
    ["a", 1],
    ["-", 1],
    ["{", 1],
    ["{{a}", 4],
    ["{{a ", 4],
    ["{{ a . b }}", 10],
  ])("takes time in proportion to its length: %j repeated", (piece, size) => {
    const long = piece.repeat(MANY / size);
    for (const text of [long, `{{${long}`, `{{a${long}`, `{{a${long}!}}`, JSON.stringify(`{{a${long}!}}`)]) {
      const rendered = renderTemplate(text, {});
      expect(rendered === undefined || rendered.body.length <= LARGEST).toBe(true);
    }
  });
});

test.each([
  ["{}", "application/json"],
  ["[]", "application/json"],
  ['"{{title}}"', "application/json"],
  ["1", "application/json"],
  ["null", "application/json"],
  [' {"a": "{{title}}"}\n', "application/json"],
  ['{"length": {{length}}}', "text/plain; charset=utf-8"],
  ["{a: 1}", "text/plain; charset=utf-8"],
  ['{"a": 1,}', "text/plain; charset=utf-8"],
  ["{{title}}", "text/plain; charset=utf-8"],
  ["<b>{{title}}</b>", "text/plain; charset=utf-8"],
  ["title={{title}}&length={{length}}", "text/plain; charset=utf-8"],
])("%j has the content type %s", (text, contentType) => {
  expect(renderTemplate(text, payloadOf("Ann"))?.contentType).toBe(contentType);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
