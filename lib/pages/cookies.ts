import type { APIGatewayProxyEvent } from "aws-lambda";
import { isBrowserToken } from "./browser-token.ts";
import { isLoopback } from "./loopback.ts";

/** The cookies of the pages. `session` lasts until the browser is closed, `device` for 400 days, `notice` until the next page. */
export type CookieName = "session" | "device" | "notice";
type Event = Pick<APIGatewayProxyEvent, "requestContext" | "multiValueHeaders">;

/** Max-Age of each cookie in seconds; `session` has none. */
const SECONDS: Partial<Record<CookieName, number>> = { device: 400 * 86_400, notice: 60 };

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
  return names.map((cookie) => sent.get(cookie)).filter((value) => value !== undefined);
}

function cookiesIn({ multiValueHeaders }: Event): Map<string, string> {
  const lines = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === "cookie" ? (values ?? []) : [],
  );
  const pairs = lines
    .flatMap((line) => line.split(";"))
    .map((pair) => {
      const [name = "", ...value] = pair.trim().split("=");
      return [name, value.join("=")] as const;
    });
  return new Map(pairs.toReversed());
}

/** The values of `Set-Cookie` that set a cookie, or delete it (null). */
export function setCookie(event: Event, name: CookieName, value: string | null): string[] {
  const seconds = value === null ? 0 : SECONDS[name];
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  const rest = `=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}`;
  const bound = `${boundName(name)}${rest}; Secure`;
  return isLoopback(event) ? [bound, `${loopbackName(name)}${rest}`] : [bound];
}
