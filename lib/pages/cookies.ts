import type { APIGatewayProxyEvent } from "aws-lambda";
import { isBrowserToken } from "./browser-token.ts";
import { isLoopback } from "./loopback.ts";

/** The cookies of the pages. `session` ends with the browser, `device` stays. */
export type CookieName = "session" | "device";
type Event = Pick<APIGatewayProxyEvent, "requestContext" | "multiValueHeaders">;

const DEVICE_SECONDS = 400 * 86_400;

/** Bound to this host, all its paths and https by its name: no other host can set it (RFC 6265bis §4.1.3.2). */
const boundName = (name: CookieName): string => `__Host-almanac-${name}`;
/** The name on http loopback, where browsers take no bound cookie. */
const loopbackName = (name: CookieName): string => `almanac-${name}`;

/** The token a browser sent in a cookie; undefined when there is none, or none that is ours. */
export function cookieOf(event: Event, name: CookieName): string | undefined {
  const names = isLoopback(event) ? [boundName(name), loopbackName(name)] : [boundName(name)];
  const sent = cookiesIn(event);
  return names.map((each) => sent.get(each)).find((token) => token !== undefined && isBrowserToken(token));
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

/** The values of `Set-Cookie` that make a browser keep a token, or forget it. */
export function setCookie(event: Event, name: CookieName, token: string | null): string[] {
  const seconds = token === null ? 0 : name === "device" ? DEVICE_SECONDS : undefined;
  const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
  const rest = `=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}`;
  const bound = `${boundName(name)}${rest}; Secure`;
  return isLoopback(event) ? [bound, `${loopbackName(name)}${rest}`] : [bound];
}
