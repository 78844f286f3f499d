import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Socket } from "node:net";

/** The name of a service in the environment variable of its endpoint. */
type Service = "CODEDEPLOY" | "DYNAMODB" | "KMS" | "LAMBDA" | "SECRETS_MANAGER" | "SESV2" | "SQS";

/** All attempts of a call must fit in the shortest timeout of a function, 10 s. */
const MAX_ATTEMPTS = 3;
const ATTEMPT_MS = 3_000;

/**
 * The settings of every client of AWS (ADR 0050). All of them are set, because the SDK searches in the environment and in the files of
 * `~/.aws` for each one that is not.
 *
 * @param attemptMs - milliseconds to connect, and milliseconds without data, after which an attempt times out
 */
export function awsSettings(service: Service, attemptMs = ATTEMPT_MS) {
  const { AWS_REGION: region } = process.env;
  const endpoint = findEndpoint(service);
  const isEncrypted = !endpoint?.startsWith("http:");
  const agent = createKeepAliveAgent(isEncrypted, attemptMs);
  return {
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    useFipsEndpoint: process.env["AWS_USE_FIPS_ENDPOINT"] === "true",
    useDualstackEndpoint: process.env["AWS_USE_DUALSTACK_ENDPOINT"] === "true",
    maxAttempts: MAX_ATTEMPTS,
    retryMode: "standard",
    authSchemePreference: [],
    userAgentAppId: "almanac",
    defaultUserAgentProvider: async () => [],
    // Other timeouts of the SDK count time in which a call waits for a connection, so calls of a long list would time out together.
    requestHandler: { [isEncrypted ? "httpsAgent" : "httpAgent"]: agent, socketTimeout: attemptMs },
  };
}

/** The address in the SDK's variables: `AWS_ENDPOINT_URL_DYNAMODB`, or `AWS_ENDPOINT_URL` for all services. */
function findEndpoint(service: Service): string | undefined {
  if (process.env["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] === "true") return undefined;
  return process.env[`AWS_ENDPOINT_URL_${service}`] || process.env["AWS_ENDPOINT_URL"];
}

/**
 * Maximum number of concurrent calls of a client; others wait. A call takes some tenths of a millisecond of CPU time, so more would not be
 * faster, and a slow CPU can still process each of these in time.
 */
const MAX_CONNECTIONS = 16;

/**
 * Creates an agent whose connections stay open after a request. They can die unnoticed while Lambda freezes the function. If a request on
 * such a connection fails, the agent closes all idle ones, so that the next attempt opens a new one.
 *
 * @param connectMs - milliseconds within which a connection must be established
 */
function createKeepAliveAgent(isEncrypted: boolean, connectMs: number): HttpAgent {
  const agent = new (isEncrypted ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { createConnection, reuseSocket } = agent;
  agent.createConnection = (options, callback) => {
    const socket = createConnection.call(agent, options, callback);
    if (socket instanceof Socket) limitConnecting(socket, connectMs);
    return socket;
  };
  agent.reuseSocket = (socket, request) => {
    reuseSocket.call(agent, socket, request);
    request.once("error", () => closeIdleConnections(agent));
  };
  return agent;
}

/** The SDK's own timeout starts when the connection is established. */
function limitConnecting(socket: Socket, milliseconds: number): void {
  socket.setTimeout(milliseconds, () => {
    if (socket.connecting)
      socket.destroy(Object.assign(new Error("connecting timed out"), { code: "ETIMEDOUT" }));
  });
}

function closeIdleConnections({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}
