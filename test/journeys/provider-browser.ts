import { expect } from "vitest";
import { followProviderRedirects, refreshTarget } from "#test/support/pages/provider-redirects.ts";
import { type Page, Visitor } from "#test/support/pages/visitor.ts";

/** A browser that signs in at the OpenID provider for an authorization request. */
export class ProviderBrowser extends Visitor {
  readonly #origin: string;
  readonly #parameters: Record<string, string>;

  constructor(origin: string, parameters: Record<string, string>) {
    super(origin);
    this.#origin = origin;
    this.#parameters = parameters;
  }

  /** Another browser with the same cookies. */
  copy(): ProviderBrowser {
    const copy = new ProviderBrowser(this.#origin, this.#parameters);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** Chooses the provider on the sign-in page, and returns the provider's URL. */
  async startSignIn(): Promise<URL> {
    return refreshTarget(await this.send(await this.open(this.#parameters), "provider-sign-in"));
  }

  /** Signs in at the provider, and returns the URL of the callback without opening it. */
  async getCallback(): Promise<string> {
    return followProviderRedirects(this, await this.startSignIn());
  }

  /** Signs in at the provider, and opens the page to which it leads back. */
  async signInAtProvider(): Promise<Page> {
    return this.openCallback(await this.getCallback());
  }

  /** Opens a callback and the page to which it redirects. */
  async openCallback(address: string): Promise<Page> {
    const { status, location = "" } = await this.open(address);
    expect(status).toBe(303);
    return this.open(location);
  }

  /** Requires an error page, and that the browser is not signed in. */
  async expectRejected(page: Page): Promise<void> {
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("started in another browser")]);
    expect((await this.open(this.#parameters)).text).toContain("Continue with");
  }
}

/** A response of the token endpoint whose ID token has another signature. */
export function changeSignature({ id_token: token, ...body }: Record<string, unknown>) {
  const [head = "", payload = "", signature = ""] = String(token).split(".");
  const other = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  return { ...body, id_token: [head, payload, other].join(".") };
}
