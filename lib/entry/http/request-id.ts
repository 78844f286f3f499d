/** The part of a gateway's event that contains the request id. */
interface GatewayCall {
  requestContext: { extendedRequestId?: string | undefined };
}

/**
 * The id that API Gateway generated for a call, an opaque string. It is not `requestContext.requestId`, which a client can set by a header
 * (ADR 0031).
 */
export const requestIdOf = ({ requestContext }: GatewayCall): string =>
  requestContext.extendedRequestId ?? "unnamed";
