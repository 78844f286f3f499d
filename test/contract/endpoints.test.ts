import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { type Entry, loadRegistry } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf, type Send } from "#test/support/calls/api-client.ts";
import { captureLines, type EndpointHandler, invoke } from "#test/support/calls/invoke.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { exampleOf } from "./examples.ts";
import { EXERCISES } from "./exercises.ts";
import { deniedCalls, permissionTable, undeclaredFailures, unusedPermissions } from "./permissions.ts";
import { RULES } from "./rules.ts";
import type { Subject } from "./subject.ts";
import { visitAccount, visitPages } from "./visit-pages.ts";

const provider = await startOpenIdProvider();
const cloud = useCloud({ maxInstances: 1, provider: provider.settings });
afterAll(() => provider.stop());
const { endpoints, authorizer, fallback } = await loadRegistry();
/** Every function that handles requests. */
const specs = [...endpoints, authorizer, fallback].map(({ spec }) => spec);

const handlerIn = async (file: string): Promise<EndpointHandler> =>
  (await import(pathToFileURL(join(PROJECT, file)).href)).handler;

/** The callers of an endpoint. */
type Callers = Pick<Subject, "owner" | "stranger" | "admin">;
async function makeCallers(spec: EndpointSpec): Promise<Callers> {
  const { role } = exampleOf(spec);
  return {
    owner: await makeUserWithKey(role),
    stranger: await makeUserWithKey(role === "ADMIN" ? "USER" : role),
    admin: await makeUserWithKey("ADMIN"),
  };
}

async function makeSubject({ file, spec }: Entry<EndpointSpec>, callers: Callers): Promise<Subject> {
  const handler = await handlerIn(file);
  const example = exampleOf(spec);
  const send = clientOf(cloud().baseUrl);
  return { ...callers, spec, send, example, invoke: (parts) => invoke(handler, parts) };
}

describe.each(endpoints.map((entry) => [entry.spec.id, entry] as const))("%s", (_, entry) => {
  let callers: Callers;
  beforeAll(async () => {
    callers = await makeCallers(entry.spec);
  });

  for (const { sentence, rule, isFor } of RULES)
    if (isFor(entry.spec))
      it(sentence, async () => {
        captureLines();
        await rule(await makeSubject(entry, callers));
      });
});

describe("after the calls of all rules and exercises", () => {
  afterAll(() => {
    console.log(permissionTable(cloud().usage(), specs));
  });
  beforeAll(async () => {
    const send = clientOf(cloud().baseUrl);
    const act: Send = async (request) => {
      const response = await send(request);
      expect(response.status, `${request.method} ${request.path}: ${response.text}`).toBe(200);
      return response;
    };
    const { baseUrl } = cloud();
    const visits = [visitPages(baseUrl, provider), visitAccount(baseUrl)];
    await Promise.all([...EXERCISES.map(({ run }) => run(act)), ...visits]);
  });

  it.each(specs.map(({ id }) => id))("%s is denied no call", (id) => {
    expect(deniedCalls(cloud().usage(), id)).toEqual([]);
  });

  it.each(specs.map((spec) => [spec.id, spec] as const))("%s uses all its permissions", (_, spec) => {
    expect(
      unusedPermissions(cloud().usage(), spec),
      "remove these permissions, or use them in test/contract/exercises.ts",
    ).toEqual([]);
  });

  it.each(endpoints.map(({ spec }) => spec.id))("%s fails only with declared failures", (id) => {
    expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
  });
});
