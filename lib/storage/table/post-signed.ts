import { tableClient } from "./client.ts";

/** A call of another service of AWS with the protocol of DynamoDB: AWS JSON 1.0. */
interface SignedCall {
  /** Name in signatures, such as `sqs`. */
  service: string;
  /** Header `X-Amz-Target`, such as `AmazonSQS.SendMessageBatch`. */
  target: string;
  body: object;
  /** Milliseconds after which the call is aborted. */
  timeout: number;
}

/**
 * Calls a service at a URL's host with the signer, the credentials and the connections of the table's client, as the SDK would; throws
 * unless the status is 200. For calls from functions whose bundle must not contain another client (ADR 0064). It is sent once.
 */
export async function postSigned(url: string, { service, target, body, timeout }: SignedCall): Promise<void> {
  const { config } = tableClient();
  const { protocol, hostname, port, host } = new URL(url);
  const signingRegion = await config.region();
  const scheme = { name: "sigv4", signingName: service, signingRegion, properties: {} };
  const signer = await config.signer(scheme);
  const request = {
    ...{ method: "POST", protocol, hostname, path: "/", query: {}, body: JSON.stringify(body) },
    ...(port !== "" && { port: Number(port) }),
    headers: { host, "content-type": "application/x-amz-json-1.0", "x-amz-target": target },
  };
  const abortSignal = AbortSignal.timeout(timeout);
  const { response } = await config.requestHandler.handle(await signer.sign(request), { abortSignal });
  // A connection can be used again when its response was read.
  await config.streamCollector(response.body);
  if (response.statusCode !== 200) throw new Error(`${target} responded with status ${response.statusCode}`);
}
