import { setting } from "#lib/platform/env.ts";

/** The parts of a gateway's event that contain the called address. */
interface CallAddress {
  headers: Readonly<Record<string, string | undefined>> | null;
  requestContext: { domainName?: string | undefined; stage: string };
}

/** The scheme and host of the request, such as `https://api.example.com`. */
function originOf({ headers, requestContext }: CallAddress): string {
  const byName = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const scheme = byName.get("x-forwarded-proto") || "https";
  return `${scheme}://${byName.get("host") || requestContext.domainName}`;
}

/**
 * The address of the service, with the stage, without a trailing slash: the operator's setting or, by default, that of the request. All
 * addresses in responses start with it, and it is the issuer of tokens.
 */
export const baseUrlOf = (event: CallAddress): string =>
  setting("SERVICE_URL") ?? `${originOf(event)}/${event.requestContext.stage}`;

/** The host name of the API, without a port; it is in the `iCalUID`s of bookings. */
export const apiHostOf = ({ requestContext }: Pick<CallAddress, "requestContext">): string =>
  requestContext.domainName ?? "localhost";

/** The path in the address of the service, such as `/v1`; empty for the root of a host. */
export const basePathOf = (baseUrl: string): string => baseUrl.replace(/^\w+:\/\/[^/]*/, "");

/** The parts of a gateway's event that contain the called resource. */
export interface RoutedCall extends CallAddress {
  resource: string;
  pathParameters: Readonly<Record<string, string | undefined>> | null;
}

/** The address of the called resource, without the query. */
export const resourceUrlOf = (event: RoutedCall): string =>
  baseUrlOf(event) +
  event.resource.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(event.pathParameters?.[name] ?? ""),
  );
