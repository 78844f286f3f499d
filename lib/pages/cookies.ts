import type { APIGatewayProxyEvent } from "aws-lambda";
import { isBrowserToken } from "./browser-token.ts";
import { isLoopback } from "./loopback.ts";

/** The cookies of the pages. `session` ends with the browser, `device` stays; `notice` is for the next page. */
export type CookieName = "session" | "device" | "notice";
type Event = Pick<APIGatewayProxyEvent, "requestContext" | "multiValueHeaders">;

/** Seconds for which a browser keeps each; `session` has no limit. */
const SECONDS: Partial<Record<CookieName, number>> = { device: 400 * 86_400, notice: 60 };

/** Bound to this host, all its paths and https by its name: no other host can set it (RFC 6265bis §4.1.3.2). */
const boundName = (name: CookieName): string => `__Host-almanac-${name}`;
/** The name on http loopback, where browsers take no bound cookie. */
const loopbackName = (name: CookieName): string => `almanac-${name}`;

/** The token a browser sent in a cookie; undefined when there is none, or none that is ours. */
export const tokenIn = (event: Event, name: "session" | "device"): string | undefined =>
  valuesOf(event, name).find(isBrowserToken);

/** The text a browser sent in a cookie; undefined when there is none. */
export const textIn = (event: Event, name: "notice"): string | undefined => valuesOf(event, name)[0];

function valuesOf(event: Event, name: CookieName): string[] {
  const names = isLoopback(event) ? [boundName(name), loopbackName(name)] : [boundName(name)];
  const sent = cookiesIn(event);
  return names.map((each) => sent.get(each)).filter((value) => value !== undefined);
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

/** The values of `Set-Cookie` that make a browser keep a value, or forget it. */
export function setCookie(event: Event, name: CookieName, value: string | null): string[] {
  const seconds = value === null ? 0 : SECONDS[name];
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  const rest = `=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}`;
  const bound = `${boundName(name)}${rest}; Secure`;
  return isLoopback(event) ? [bound, `${loopbackName(name)}${rest}`] : [bound];
}
