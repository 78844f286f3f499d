import { randomUUID } from "node:crypto";
import { parseSetCookie, stringifyCookie } from "cookie";
import { OPERATOR } from "#lib/caller.ts";
import { createOAuthClient } from "#lib/identity/oauth/clients.ts";
import { type IssuedOAuthClient, OAuthClientCreate } from "#lib/identity/oauth/schema.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { SAMPLE_PEOPLE } from "#test/support/builders/sample-people.ts";

export const PASSWORD = "correct horse battery";
export const REDIRECT_URI = "https://app.example.com/callback";

/** Creates a user who can sign in with {@link PASSWORD}. */
export const makePerson = (fields: Record<string, unknown> = {}): Promise<Account> =>
  createUser(
    OPERATOR,
    UserCreate.parse({
      email: `person-${randomUUID()}@example.com`,
      name: SAMPLE_PEOPLE.person,
      password: PASSWORD,
      ...fields,
    }),
  );

/** Creates an application. */
export const makeClient = (fields: Record<string, unknown> = {}): Promise<IssuedOAuthClient> =>
  createOAuthClient(
    OPERATOR,
    OAuthClientCreate.parse({ name: "Room planner", redirectUris: [REDIRECT_URI], ...fields }),
  );

/** The parameters of an authorization request of a new application. */
export async function newRequest(more: Record<string, string> = {}, fields: Record<string, unknown> = {}) {
  const { client } = await makeClient(fields);
  return { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s-1 & <2>", ...more };
}

/** A page in a browser without scripts. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  /** The URL to which it redirects. */
  location: string | undefined;
}

type Fields = Record<string, string>;

const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** The parameters of the redirect to the application. */
export const returnedParameters = ({ location = "" }: Page): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams);

/** The URL and hidden fields of the first form of a page with this last path segment: `sign-in`, `consent`, `sign-out`. */
export function formOf({ text, url }: Page, name: string): { action: string; fields: Fields } {
  const forms = [...text.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)];
  const found = forms.find(([, action = ""]) => `${action}?`.includes(`/${name}?`));
  if (!found) throw new Error(`no form ${name} in ${text}`);
  const [, action = "", content = ""] = found;
  const hidden = content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = Object.fromEntries([...hidden].map(([, key = "", value = ""]) => [key, unescaped(value)]));
  return { action: new URL(unescaped(action), url).href, fields };
}

/** A browser without scripts: it stores cookies and sends forms, but follows no redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Opens a URL, or the authorization page with these parameters. */
  open(target: string | Record<string, string>): Promise<Page> {
    const url =
      typeof target === "string"
        ? target
        : `${this.#baseUrl}/auth/oauth2/authorize?${new URLSearchParams(target)}`;
    return this.#request(url, {});
  }

  /** Sends the form of a page with typed fields. */
  send(page: Page, name: string, typed: Fields = {}): Promise<Page> {
    const { action, fields } = formOf(page, name);
    return this.post(action, { ...fields, ...typed });
  }

  post(url: string, fields: Fields, headers: Fields = {}): Promise<Page> {
    return this.#request(url, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Sends the form of a page, and opens the page to which it redirects. */
  async sendAndFollow(page: Page, name: string, typed: Fields = {}): Promise<Page> {
    const answer = await this.send(page, name, typed);
    return answer.location === undefined ? answer : this.open(answer.location);
  }

  /** Opens the consent page through the sign-in page. */
  async openConsentPage(parameters: Fields, email: string): Promise<Page> {
    return this.signIn(await this.open(parameters), email);
  }

  /** Signs in on the sign-in page, and opens the page to which it redirects. */
  signIn(page: Page, email: string, password = PASSWORD): Promise<Page> {
    return this.sendAndFollow(page, "sign-in", { email, password });
  }

  /** Signs in at an authorization URL, allows the application if necessary, and returns the URL to which the user is redirected. */
  async allow(url: URL | string, email: string): Promise<URL> {
    const consent = await this.signIn(await this.open(String(url)), email);
    const { location = (await this.send(consent, "consent", { decision: "allow" })).location } = consent;
    if (location === undefined) throw new Error("The consent page does not redirect.");
    return new URL(location);
  }

  async #request(url: string, init: RequestInit): Promise<Page> {
    const cookie = stringifyCookie(Object.fromEntries(this.cookies));
    const headers = { ...(cookie !== "" && { Cookie: cookie }), ...(init.headers as Fields | undefined) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    const location = response.headers.get("location");
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    };
  }

  #storeCookie(line: string): void {
    const { name, value = "" } = parseSetCookie(line);
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
