import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Credentials } from "./credentials.ts";

/** A POST request of an AWS service; the names of headers are in lower case. */
export interface AwsRequest {
  service: string;
  region: string;
  /** URL-encoded. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Returns the headers of a request with its signature (AWS Signature Version 4), by the SDK's signer. */
export async function signRequest(
  { service, region, path, headers, body }: AwsRequest,
  { sessionToken, ...keys }: Credentials,
  at: Date,
): Promise<Record<string, string>> {
  const credentials = { ...keys, ...(sessionToken !== undefined && { sessionToken }) };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256, applyChecksum: false });
  const hostname = headers["host"] ?? "";
  const request = { method: "POST", protocol: "https:", hostname, path, headers: { ...headers }, body };
  return (await signer.sign(request, { signingDate: at })).headers;
}
