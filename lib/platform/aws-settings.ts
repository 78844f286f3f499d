import { createKeepAliveAgent } from "./keep-alive-agent.ts";

/** The name of a service in the environment variable of its endpoint. */
type Service = "CODEDEPLOY" | "DYNAMODB" | "KMS" | "LAMBDA" | "SECRETS_MANAGER" | "SQS";

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
