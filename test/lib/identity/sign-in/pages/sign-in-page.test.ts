import { describe, expect, it, vi } from "vitest";
import { signInPage } from "#lib/identity/sign-in/pages/sign-in-page.ts";
import { isPasswordSignInEnabled } from "#lib/identity/sign-in/password-sign-in.ts";

const form = (name: string) => ({ action: `/v1/auth/oauth2/${name}?a=1&b=2`, formToken: "1.x" });
const PAGE = { clientName: "App", apiHost: "api.example.com", notice: undefined };
const textOf = (page: Parameters<typeof signInPage>[0]): string => {
  const { main, footer = "" } = signInPage(page);
  return `${main}${footer}`;
};

describe("the sign-in page", () => {
  it("asks only for a password if there is no provider", () => {
    const text = textOf({ ...PAGE, password: form("sign-in"), provider: undefined });
    expect(text).toContain('name="password"');
    expect(text).not.toContain("Continue with");
  });

  it("asks for no password if password sign-in is disabled", () => {
    const provider = { ...form("provider-sign-in"), name: "Example & <b>ID</b>" };
    const text = textOf({ ...PAGE, password: undefined, provider });
    expect(text).not.toMatch(/password/i);
    expect(text).toContain("Continue with <bdi>Example &amp; &lt;b&gt;ID&lt;/b&gt;</bdi>");
    expect(text).toContain('action="/v1/auth/oauth2/provider-sign-in?a=1&amp;b=2"');
  });

  it("accepts passwords unless PASSWORD_SIGN_IN is 0", () => {
    expect(isPasswordSignInEnabled()).toBe(true);
    vi.stubEnv("PASSWORD_SIGN_IN", "0");
    expect(isPasswordSignInEnabled()).toBe(false);
  });
});
