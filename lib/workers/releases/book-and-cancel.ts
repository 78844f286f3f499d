import { randomUUID } from "node:crypto";
import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { ProbedId } from "./probed.ts";
import { bookTrial, cancelTrial, type SendCall, type Sent, TrialFailed } from "./trial-booking.ts";

/** The probe of a release: the API key of a host that is not used otherwise, and an event type of that host. */
export const Probe = z.object({ apiKey: z.string().min(1), eventTypeId: z.int() });
export type Probe = z.output<typeof Probe>;

/**
 * Invokes a function of the new release with an event of API Gateway.
 *
 * @throws {TrialFailed} if the function fails
 */
export type InvokeProbed = (id: ProbedId, event: object) => Promise<unknown>;

const Decision = z.object({
  policyDocument: z.object({ Statement: z.tuple([z.object({ Effect: z.string() })]) }),
  context: z.looseObject({ caller: z.string().optional() }),
});
const Reply = z.object({
  statusCode: z.int(),
  body: z.string().transform((body) => z.looseObject({}).parse(JSON.parse(body))),
});
const BOOKER = { name: "Release probe", email: "probe@example.com" };

/**
 * Authorizes a key, then books a time, cancels and reads the booking, each with the function of the new release. Returns the problem, or
 * undefined if there is none. Throws if a response has another format.
 */
export async function bookAndCancel(
  invoke: InvokeProbed,
  { apiKey, eventTypeId }: Probe,
): Promise<string | undefined> {
  try {
    const call = await authorize(invoke, apiKey);
    if (call === undefined) return "the authorizer rejected the key";
    const { id } = await bookTrial(call, { eventTypeId, booker: BOOKER });
    await cancelTrial(call, id);
    return undefined;
  } catch (error) {
    if (error instanceof TrialFailed) return error.message;
    throw error;
  }
}

/** Calls the authorizer with the key. Returns a function that calls endpoints with its result, as the gateway does; undefined if it rejects the key. */
async function authorize(invoke: InvokeProbed, apiKey: string): Promise<SendCall | undefined> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const request = { ...gatewayEvent("GET /bookings/{id}", { headers }), type: "REQUEST", methodArn: METHOD };
  const { policyDocument, context } = Decision.parse(await invoke("authorizer", request));
  if (policyDocument.Statement[0].Effect !== "Allow" || context.caller === undefined) return undefined;
  return async (id, route, sent) =>
    Reply.parse(await invoke(id, gatewayEvent(route, { ...sent, headers, context })));
}

const METHOD = "arn:aws:execute-api:local:000000000000:probe/v1/GET/bookings/1";

/** The parts of an API Gateway event that functions read. */
function gatewayEvent(
  route: string,
  sent: Sent & { headers: Record<string, string>; context?: Record<string, unknown> },
): object {
  const [httpMethod = "", resource = ""] = route.split(" ");
  const headers = { ...sent.headers, "Content-Type": "application/json", Host: "probe.invalid" };
  const path = resource.replace("{id}", sent.path?.["id"] ?? "1");
  return {
    httpMethod,
    resource,
    path,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    pathParameters: sent.path ?? null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    isBase64Encoded: false,
    requestContext: {
      authorizer: sent.context ?? null,
      domainName: "probe.invalid",
      httpMethod,
      identity: { sourceIp: "192.0.2.1", userAgent: "release-probe" },
      path: `/v1${path}`,
      extendedRequestId: randomUUID(),
      requestTimeEpoch: now(),
      resourcePath: resource,
      stage: "v1",
    },
  };
}
