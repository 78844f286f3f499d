import type { Page, Visitor } from "./visitor.ts";

/** The URL to which a page redirects by `meta refresh`. */
export const refreshTarget = ({ text }: Page): URL => {
  const found = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no redirect: ${text}`);
  return new URL(found.replaceAll("&amp;", "&"));
};

/** Follows the redirects of the provider, and returns the URL of the service to which they lead. */
export async function followProviderRedirects(browser: Visitor, address: URL | string): Promise<string> {
  const { origin } = new URL(address);
  let next = String(address);
  while (new URL(next).origin === origin) {
    const page = await browser.open(next);
    if (page.location === undefined) throw new Error(`The provider does not redirect: ${page.text}`);
    next = page.location;
  }
  return next;
}
