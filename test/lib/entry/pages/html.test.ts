import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "#lib/entry/pages/html.ts";

const HOSTILE = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</title><svg/onload=alert(1)>`,
  `&lt;b&gt;`,
];

test.each(HOSTILE)("%s is escaped between tags and in attributes", (text) => {
  const page = String(html`<p title="${text}">${text}</p>`);
  expect(page.match(/</g)).toHaveLength(2);
  expect(page.match(/"/g)).toHaveLength(2);
  expect(page).not.toContain("'");
});

test("any text is the same after escaping and unescaping", () => {
  const unescapeMarkup = (markup: string): string =>
    markup
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
  fc.assert(
    fc.property(fc.string(), (text) => {
      const markup = String(html`${text}`);
      expect(markup).not.toMatch(/[<>"']/);
      expect(unescapeMarkup(markup)).toBe(text);
    }),
  );
});

test("markup in markup is not escaped, lists are concatenated, and null, undefined and false are empty", () => {
  const items = ["a", "b<"].map((name) => html`<li>${name}</li>`);
  expect(String(html`<ul>${items}</ul>${null}${undefined}${false}${0}`)).toBe(
    "<ul><li>a</li><li>b&lt;</li></ul>0",
  );
});

test("escape sequences in the source are interpreted", () => {
  expect(String(html`a\u00e9${"b"}`)).toBe("a\u00e9b");
});
