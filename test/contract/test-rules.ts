import { beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { importHandler } from "#test/support/calls/import-handler.ts";
import { captureLines, invoke } from "#test/support/calls/invoke.ts";
import { exampleOf } from "./examples.ts";
import { isUndeclaredFailure } from "./permissions.ts";
import type { RULES } from "./rules.ts";
import type { Subject } from "./subject.ts";

/** Defines the tests of these rules for each endpoint at a base URL. Each has an owner of its own; all have the same stranger and admin. */
export function testRules(
  endpoints: readonly Entry<EndpointSpec>[],
  rules: typeof RULES,
  baseUrl: () => string,
): void {
  let others: Pick<Subject, "stranger" | "admin">;
  beforeAll(async () => {
    others = { stranger: await makeUserWithKey(), admin: await makeUserWithKey("ADMIN") };
  });

  const tested = endpoints.filter(({ spec }) => rules.some(({ isFor }) => isFor(spec)));
  describe.each(tested.map((entry) => [entry.spec.id, entry] as const))("%s", (_, { spec }) => {
    let owner: UserWithKey;
    beforeAll(async () => {
      owner = await makeUserWithKey(exampleOf(spec).role);
    });

    for (const { sentence, rule } of rules.filter(({ isFor }) => isFor(spec)))
      it(sentence, async () => {
        const lines = captureLines();
        const handler = await importHandler(spec.id);
        await rule({
          ...others,
          owner,
          spec,
          send: clientOf(baseUrl()),
          example: exampleOf(spec),
          invoke: (parts) => invoke(handler, parts),
        });
        expect(lines().filter(isUndeclaredFailure)).toEqual([]);
      });
  });
}
