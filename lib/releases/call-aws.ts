import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

interface AwsCall {
  /** The service as its address and its signatures call it. */
  service: "codedeploy" | "lambda";
  path: string;
  headers: Record<string, string>;
  body: string;
}

const CALL_TIMEOUT = 30_000;

/** One for each service, for a client remembers what it signed for first. */
const clients = new Map<AwsCall["service"], SecretsManagerClient>();

/**
 * Makes one signed call of an AWS service; the answer is its text and headers. Two calls are all that is made of these services, which
 * is no reason for a client of each: the signature is that of a client which is here anyway.
 *
 * @throws {Error} with the status of an answer that is no success
 */
export async function callAws({ service, path, headers, body }: AwsCall): Promise<Response> {
  const client = clients.get(service) ?? new SecretsManagerClient({});
  clients.set(service, client);
  const region = await client.config.region();
  const hostname = `${service}.${region}.amazonaws.com`;
  const signer = await client.config.signer({
    name: "sigv4",
    signingName: service,
    signingRegion: region,
    properties: {},
  });
  const signed = await signer.sign({
    method: "POST",
    protocol: "https:",
    hostname,
    path,
    headers: { ...headers, host: hostname },
    body,
  });
  const response = await fetch(`https://${hostname}${path}`, {
    method: "POST",
    headers: signed.headers,
    body,
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  });
  if (!response.ok) throw new Error(`${service} returned ${response.status}`);
  return response;
}
