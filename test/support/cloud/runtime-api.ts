import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** The result of an invocation, as the function posts it to the runtime API. */
export interface RuntimeOutcome {
  /** `response`, `error`, or `init/error` if the function did not start. */
  kind: string;
  body: string;
  headers: IncomingMessage["headers"];
  /** Report an error in the middle of a stream. */
  trailers: IncomingMessage["trailers"];
}

/** A Lambda runtime API with one event. */
export interface RuntimeApi {
  /** `AWS_LAMBDA_RUNTIME_API` of the function. */
  address: string;
  outcome: Promise<RuntimeOutcome>;
  close(): void;
}

const REQUEST_ID = "11111111-2222-3333-4444-555555555555";
const SECONDS = 60;

/** Starts a runtime API; a second request for an event waits forever. */
export async function startRuntimeApi(event: unknown): Promise<RuntimeApi> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<RuntimeOutcome>();
  const events = [JSON.stringify(event)];
  const server = createServer(async (request, response) => {
    const path = request.url?.replace("/2018-06-01/runtime/", "") ?? "";
    if (path === "invocation/next") {
      const next = events.shift();
      if (next !== undefined) response.writeHead(200, invocationHeaders()).end(next);
      return;
    }
    const kind = path.replace(`invocation/${REQUEST_ID}/`, "");
    const { headers, trailers } = request;
    try {
      resolve({ kind, body: await text(request), headers, trailers });
    } catch (error) {
      reject(error);
    }
    response.writeHead(202).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The runtime API has no port.");
  return {
    address: `127.0.0.1:${address.port}`,
    outcome,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const invocationHeaders = (): Record<string, string> => ({
  "Content-Type": "application/json",
  "Lambda-Runtime-Aws-Request-Id": REQUEST_ID,
  "Lambda-Runtime-Deadline-Ms": String(Date.now() + SECONDS * 1_000),
  "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:us-east-1:000000000000:function:function",
  "Lambda-Runtime-Trace-Id": "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0",
});
