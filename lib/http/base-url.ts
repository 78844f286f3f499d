import { setting } from "#lib/platform/env.ts";

/** What of a gateway's event tells where the service was called. */
interface CallAddress {
  headers: Readonly<Record<string, string | undefined>> | null;
  requestContext: { domainName?: string | undefined; stage: string };
}

/** Scheme and host the caller used, e.g. `https://api.example.com`. */
function originOf({ headers, requestContext }: CallAddress): string {
  const sent = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const scheme = sent.get("x-forwarded-proto") || "https";
  return `${scheme}://${sent.get("host") || requestContext.domainName}`;
}

/**
 * The address of the service, with the stage, without a slash at the end: the one the operator has set, else the one the caller
 * used. Every address in an answer begins with it, and tokens are issued and checked under it.
 */
export const baseUrlOf = (event: CallAddress): string =>
  setting("SERVICE_URL") ?? `${originOf(event)}/${event.requestContext.stage}`;

/** The path of the address of the service, such as `/v1`; empty for the root of a host. */
export const basePathOf = (baseUrl: string): string => baseUrl.replace(/^\w+:\/\/[^/]*/, "");

/** What of a gateway's event tells which resource was called. */
interface RoutedCall extends CallAddress {
  resource: string;
  pathParameters: Readonly<Record<string, string | undefined>> | null;
}

/** The address of the resource of a call, without a query. */
export const resourceUrlOf = (event: RoutedCall): string =>
  baseUrlOf(event) +
  event.resource.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(event.pathParameters?.[name] ?? ""),
  );
