import type { ServerResponse } from "node:http";
import type { StreamSink } from "#infra/local/lambda/instance.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import type { Answer } from "./gateway-responses.ts";
import { streamedAnswer } from "./proxy-answer.ts";

/** The gateway ends a streamed answer beyond this. */
const LARGEST_STREAM = 209_715_200;

/** Sends a complete answer; HEAD gets its headers only. */
export function sendAnswer(response: ServerResponse, request: GatewayRequest, answer: Answer): void {
  const { status, headers, body } = answer;
  const length = String(Buffer.byteLength(body));
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, [
    ...headers.flat(),
    ...gatewayHeaders(request).flat(),
    ...(hasBody ? ["Content-Length", length] : []),
  ]);
  response.end(wantsHeadOnly(response) ? undefined : body);
}

/** By the request line, whatever method the gateway was made to take for it. */
const wantsHeadOnly = ({ req }: ServerResponse): boolean => req.method === "HEAD";

const gatewayHeaders = ({ requestId, extendedRequestId }: GatewayRequest): Answer["headers"] => [
  ["x-amzn-RequestId", requestId],
  ["x-amz-apigw-id", extendedRequestId],
];

/** A sink that passes a streamed answer to the client as it comes, and a client's slowness back. */
export interface ClientSink extends StreamSink {
  /** Whether the answer has begun; from then on a fault can only break the connection. */
  hasBegun(): boolean;
}

/** Makes the sink of one response; a malformed prelude never begins an answer. */
export function clientSink(response: ServerResponse, request: GatewayRequest): ClientSink {
  let begun = false;
  let sent = 0;
  /** Resolves when the client took what was sent, or left; all chunks in flight share one. */
  let room: Promise<void> | undefined;
  const nextRoom = (): Promise<void> =>
    new Promise((resolve) => {
      const free = (): void => {
        response.off("drain", free).off("close", free);
        room = undefined;
        resolve();
      };
      response.on("drain", free).on("close", free);
    });
  return {
    hasBegun: () => begun,
    prelude(json) {
      const answer = streamedAnswer(json);
      if (answer === undefined || response.headersSent) return;
      begun = true;
      response.writeHead(answer.status, [...answer.headers.flat(), ...gatewayHeaders(request).flat()]);
      response.flushHeaders();
    },
    async chunk(bytes) {
      if (!begun || wantsHeadOnly(response) || !response.writable) return;
      sent += bytes.length;
      if (sent > LARGEST_STREAM) response.destroy();
      else if (!response.write(bytes)) {
        room ??= nextRoom();
        await room;
      }
    },
  };
}
