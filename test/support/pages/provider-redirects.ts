import type { Page, Visitor } from "./visitor.ts";

/** The address the page leads on to by itself. */
export const refreshTarget = ({ text }: Page): URL => {
  const found = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(text)?.[1];
  if (found === undefined) throw new Error(`leads nowhere: ${text}`);
  return new URL(found.replaceAll("&amp;", "&"));
};

/** Goes through the provider from an address there; answers the one it sends the browser back to. */
export async function followProviderRedirects(browser: Visitor, address: URL | string): Promise<string> {
  const { origin } = new URL(address);
  let next = String(address);
  while (new URL(next).origin === origin) {
    const page = await browser.open(next);
    if (page.location === undefined) throw new Error(`the provider leads nowhere: ${page.text}`);
    next = page.location;
  }
  return next;
}
