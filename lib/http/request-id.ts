/** What of a gateway's event names the call. */
interface GatewayCall {
  requestContext: { extendedRequestId?: string | undefined };
}

/**
 * The id API Gateway gave a call: opaque text, in no call's hands. `requestContext.requestId` is not it, since a caller
 * chooses that one by a header (ADR 0031).
 */
export const requestIdOf = ({ requestContext }: GatewayCall): string =>
  requestContext.extendedRequestId ?? "unnamed";
