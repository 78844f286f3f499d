import { findCredentials } from "#lib/platform/credentials.ts";
import { regionOf } from "#lib/platform/endpoint.ts";
import { signRequest } from "#lib/platform/sign-request.ts";

interface AwsCall {
  /** Name of the service in host names and signatures. */
  service: "codedeploy" | "lambda";
  path: string;
  headers: Record<string, string>;
  body: string;
}

const CALL_TIMEOUT = 30_000;

/**
 * Sends one signed request to an AWS service.
 *
 * @throws {Error} with the status of a response that is not successful
 */
export async function callAws({ service, path, headers, body }: AwsCall): Promise<Response> {
  const region = regionOf();
  const host = `${service}.${region}.amazonaws.com`;
  const request = { service, region, path, headers: { ...headers, host }, body };
  const { host: _, ...signed } = await signRequest(request, await findCredentials(), new Date());
  const response = await fetch(`https://${host}${path}`, {
    method: "POST",
    headers: signed,
    body,
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  });
  if (!response.ok) throw new Error(`${service} returned ${response.status}`);
  return response;
}
