import { type Entry, loadRegistry } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { exampleOf } from "#test/contract/examples.ts";
import { ownersRequest, type Subject } from "#test/contract/subject.ts";
import { clientOf } from "#test/support/api-client.ts";
import { makeSomebody } from "#test/support/builders.ts";
import { type FunctionUsage, tens, usualUsage } from "./function-usage.ts";
import type { Measured, Usage } from "./measured.ts";

/** Calls before those that count: they find nothing at hand yet. */
const FIRST = 2;
const CALLS = 5;

/** Calls every endpoint that needs a credential a few times, as the owner of what is called. */
export async function measureCalls(
  baseUrl: string,
  used: FunctionUsage,
): Promise<Pick<Measured, "calls" | "authorizer">> {
  const { endpoints } = await loadRegistry();
  const calls: Record<string, Usage> = {};
  const authorizer: Usage[] = [];
  for (const { spec } of endpoints.filter(isOwnersCall)) {
    const call = await callsOf(spec, baseUrl);
    const found: Usage[] = [];
    for (let at = -FIRST; at < CALLS; at += 1) {
      const answerBytes = await call();
      const usage = used.take(spec.id);
      const checked = used.take("authorizer");
      if (at >= 0) found.push({ ...usage, answerBytes });
      if (at >= 0) authorizer.push(checked);
    }
    calls[spec.id] = usualUsage(found);
  }
  return { calls, authorizer: usualUsage(authorizer) };
}

/** What admins list grows with all there is; what needs no credential is for signing in, or a document. */
const isOwnersCall = ({ spec: { scopes } }: Entry<EndpointSpec>): boolean =>
  scopes !== "public" && !scopes.includes("ADMIN");

/** Makes calls of an endpoint; each answers how large its answer was. */
async function callsOf(spec: EndpointSpec, baseUrl: string): Promise<() => Promise<number>> {
  const send = clientOf(baseUrl);
  const owner = await makeSomebody();
  const subject: Subject = {
    ...{ spec, send, owner, stranger: owner, example: exampleOf(spec) },
    invoke: () => Promise.reject(new Error("nothing is invoked past the gateway")),
  };
  let kept = {};
  return async () => {
    const request = await ownersRequest(subject);
    const body = request.body === undefined ? undefined : { ...(request.body as object), ...kept };
    // The same event type again, as a host has few.
    if (body && "eventTypeId" in body) kept = { eventTypeId: body.eventTypeId };
    const { status, text, headers } = await send({ ...request, body, key: owner.key });
    if (status !== 200) throw new Error(`${spec.id} answered ${status}: ${text}`);
    return tens(Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(headers)));
  };
}
