import { expect, test } from "vitest";
import { newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { isFormToken, makeFormToken } from "#lib/entry/pages/html-forms.ts";
import { setClock } from "#lib/platform/clock.ts";

const binding = { browserToken: newBrowserToken(), form: "consent", shown: "client_id=a&scope=READ_BOOKING" };

test("a form token is valid only for its form, its browser and the parameters of its page", () => {
  const token = makeFormToken(binding);
  expect(isFormToken(token, binding)).toBe(true);
  expect(isFormToken(token, { ...binding, browserToken: newBrowserToken() })).toBe(false);
  expect(isFormToken(token, { ...binding, form: "sign-in" })).toBe(false);
  expect(isFormToken(token, { ...binding, shown: "client_id=a&scope=ADMIN" })).toBe(false);
});

test("a form token is valid for half an hour, and its time can't be changed", () => {
  const token = makeFormToken(binding);
  setClock(() => Date.now() + 29 * 60_000);
  expect(isFormToken(token, binding)).toBe(true);
  setClock(() => Date.now() + 31 * 60_000);
  expect(isFormToken(token, binding)).toBe(false);
  const [issuedAt = "", nonce = "", code = ""] = token.split(".");
  expect(isFormToken(`${Number(issuedAt) + 3600}.${nonce}.${code}`, binding)).toBe(false);
});

test.each(["", ".", "0.", "nonsense", "1.2.3", "NaN.x", `99999999999.${"a".repeat(43)}`])(
  "%j is not a form token",
  (text) => {
    expect(isFormToken(text, binding)).toBe(false);
  },
);
