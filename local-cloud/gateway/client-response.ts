import type { ServerResponse } from "node:http";
import type { StreamSink } from "#local-cloud/lambda/instance.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import type { HttpResponse } from "./gateway-responses.ts";
import { parsePrelude } from "./proxy-response.ts";

/** API Gateway closes the connection when a streamed response exceeds this size. */
const MAX_STREAM_BYTES = 209_715_200;

/** Sends a complete response; for HEAD, only its headers. */
export function sendResponse(response: ServerResponse, request: GatewayRequest, content: HttpResponse): void {
  const { status, headers, body } = content;
  const length = String(Buffer.byteLength(body));
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, [
    ...headers.flat(),
    ...gatewayHeaders(request).flat(),
    ...(hasBody ? ["Content-Length", length] : []),
  ]);
  response.end(isHeadRequest(response) ? undefined : body);
}

/** Checks the method of the request line, not one that `X-HTTP-Method-Override` replaced it with. */
const isHeadRequest = ({ req }: ServerResponse): boolean => req.method === "HEAD";

const gatewayHeaders = ({ requestId, extendedRequestId }: GatewayRequest): HttpResponse["headers"] => [
  ["x-amzn-RequestId", requestId],
  ["x-amz-apigw-id", extendedRequestId],
];

/** Forwards a streamed response to the client, with back-pressure. */
export interface ClientSink extends StreamSink {
  /** Whether the headers were sent. After that, a fault can only close the connection. */
  hasStarted(): boolean;
}

/** Creates the sink of one response. A malformed prelude sends nothing. */
export function createClientSink(response: ServerResponse, request: GatewayRequest): ClientSink {
  let hasStarted = false;
  let sentBytes = 0;
  /** Resolves when the client has received all chunks, or has disconnected; shared by all chunks that wait. */
  let drained: Promise<void> | undefined;
  const waitForDrain = (): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        response.off("drain", finish).off("close", finish);
        drained = undefined;
        resolve();
      };
      response.on("drain", finish).on("close", finish);
    });
  return {
    hasStarted: () => hasStarted,
    prelude(json) {
      const head = parsePrelude(json);
      if (head === undefined || response.headersSent) return;
      hasStarted = true;
      response.writeHead(head.status, [...head.headers.flat(), ...gatewayHeaders(request).flat()]);
    },
    async chunk(bytes) {
      if (!hasStarted || isHeadRequest(response) || !response.writable) return;
      sentBytes += bytes.length;
      if (sentBytes > MAX_STREAM_BYTES) response.destroy();
      else if (!response.write(bytes)) {
        drained ??= waitForDrain();
        await drained;
      }
    },
  };
}
