import type { APIGatewayProxyEvent } from "aws-lambda";
import { parseCookie, stringifySetCookie } from "cookie";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { isBrowserToken } from "./browser-token.ts";

/** The cookies of the pages. `session` lasts until the browser is closed, `device` for 400 days, `notice` until the next page. */
const COOKIE_NAMES = ["session", "device", "notice"] as const;
type CookieName = (typeof COOKIE_NAMES)[number];
/** Values of cookies to set, or null to delete them. */
export type CookieChanges = Partial<Record<CookieName, string | null>>;
type Event = Pick<APIGatewayProxyEvent, "requestContext" | "multiValueHeaders">;

/** Max-Age of each cookie in seconds; `session` has none. */
const LIFETIMES = {
  session: {},
  device: { maxAge: 400 * 86_400 },
  notice: { maxAge: 60 },
} satisfies Record<CookieName, { maxAge?: number }>;

/** With the prefix `__Host-`, no other host can set the cookie (RFC 6265bis §4.1.3.2). */
const boundName = (name: CookieName): string => `__Host-almanac-${name}`;
/** The name on http loopback, where browsers reject the prefix. */
const loopbackName = (name: CookieName): string => `almanac-${name}`;

/** Returns the token in a cookie; undefined if it is missing or malformed. */
export const tokenIn = (event: Event, name: "session" | "device"): string | undefined =>
  valuesOf(event, name).find(isBrowserToken);

/** Returns the text in a cookie; undefined if it is missing. */
export const textIn = (event: Event, name: "notice"): string | undefined => valuesOf(event, name)[0];

function valuesOf(event: Event, name: CookieName): string[] {
  const names = isLoopback(event) ? [boundName(name), loopbackName(name)] : [boundName(name)];
  const sent = cookiesIn(event);
  return names.map((cookie) => sent[cookie]).filter((value) => value !== undefined);
}

/** Of several cookies with the same name, the first one counts: browsers send the most specific path first. */
function cookiesIn({ multiValueHeaders }: Event): Readonly<Record<string, string | undefined>> {
  const lines = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === "cookie" ? (values ?? []) : [],
  );
  return parseCookie(lines.join(";"));
}

/** The values of `Set-Cookie` that change cookies. */
export const setCookies = (event: Event, changes: CookieChanges): string[] =>
  COOKIE_NAMES.flatMap((name) => {
    const value = changes[name];
    return value === undefined ? [] : setCookie(event, name, value);
  });

function setCookie(event: Event, name: CookieName, value: string | null): string[] {
  const cookie = {
    value: value ?? "",
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    ...(value === null ? { maxAge: 0 } : LIFETIMES[name]),
  } as const;
  const bound = stringifySetCookie({ ...cookie, name: boundName(name), secure: true });
  return isLoopback(event) ? [bound, stringifySetCookie({ ...cookie, name: loopbackName(name) })] : [bound];
}

/** Whether a request was sent to a loopback host, which is possible only in the local cloud: a deployed gateway sets its own host name. */
const isLoopback = ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): boolean =>
  isLoopbackHost(requestContext.domainName ?? "");
