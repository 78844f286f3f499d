import { expect, test } from "vitest";
import { consentPage } from "#lib/oauth/pages/consent-page.ts";
import { Scope } from "#lib/scopes.ts";

const PICTURE = "data:image/png;base64,AAAA";

const shown = (
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

test("a logo the service has is shown; of one elsewhere nothing is loaded", () => {
  expect(shown({ logo: PICTURE })).toContain(`<img class="mark" src="${PICTURE}" alt=""`);
  const page = shown({ logo: "https://app.example.com/logo.png" });
  expect(page).not.toContain("logo.png");
  expect(page).toContain(">R</span>");
});

test("the first letter of a name is a letter as people see it", () => {
  expect(shown({ name: "👩‍🚀 Space" })).toContain(">👩‍🚀</span>");
  expect(shown({ name: "éclair" })).toContain(">É</span>");
});

test("every scope there is has words of its own", () => {
  const page = shown({}, Scope.options);
  for (const scope of Scope.options) expect(page).toContain(`data-scope="${scope}"`);
  const words = [...page.matchAll(/<strong[^>]*>([^<]+)<\/strong><span>([^<]+)/g)].map(([, what]) => what);
  expect(new Set(words).size).toBe(Scope.options.length);
});
