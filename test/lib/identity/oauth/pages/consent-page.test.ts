import { expect, test } from "vitest";
import { consentPage } from "#lib/identity/oauth/pages/consent-page.ts";
import { Scope } from "#lib/scopes.ts";

const PICTURE = "data:image/png;base64,AAAA";

const renderPage = (
  client: { name?: string; logo?: string | null; link?: string | null },
  scopes: Scope[] = [],
): string =>
  String(
    consentPage({
      client: { name: "Room planner", logo: null, link: null, ...client },
      user: { name: "Ann", email: "ann@example.com" },
      scopes,
      allowed: [],
      redirectUri: "https://app.example.com/callback",
      consent: { action: "consent?", formToken: "1" },
      signOut: { action: "sign-out?", formToken: "2" },
      account: "/v1/account",
      notice: undefined,
    }).main,
  );

test("an inline logo is shown; a logo at an address is not loaded", () => {
  expect(renderPage({ logo: PICTURE })).toContain(`<img class="mark" src="${PICTURE}" alt=""`);
  const page = renderPage({ logo: "https://app.example.com/logo.png" });
  expect(page).not.toContain("logo.png");
  expect(page).toContain(">R</span>");
});

test("the first letter of a name is a whole grapheme, in upper case", () => {
  expect(renderPage({ name: "👩‍🚀 Space" })).toContain(">👩‍🚀</span>");
  expect(renderPage({ name: "éclair" })).toContain(">É</span>");
});

test("every scope has a different text", () => {
  const page = renderPage({}, Scope.options);
  for (const scope of Scope.options) expect(page).toContain(`data-scope="${scope}"`);
  const texts = [...page.matchAll(/<strong[^>]*>([^<]+)<\/strong><span>([^<]+)/g)].map(([, text]) => text);
  expect(new Set(texts).size).toBe(Scope.options.length);
});
