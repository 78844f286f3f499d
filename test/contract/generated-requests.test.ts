import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployedWith, loadRegistry, routesOf, splitRoute } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { makeTeam } from "#test/support/builders/webhook-builders.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { useSourceGateway } from "#test/support/cloud/source-gateway.ts";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { recreateTable } from "#test/support/table/recreate-table.ts";
import { exampleOf } from "./examples.ts";
import { type Drawn, OperationInput, requestsOf } from "./generated/requests.ts";
import { isUndeclaredFailure, undeclaredFailures } from "./permissions.ts";
import type { Example } from "./subject.ts";

const requestCount = runCount(12);
const provider = await startOpenIdProvider();
const gateway = useSourceGateway(provider.settings);
afterAll(() => provider.stop());
const { endpoints } = deployedWith({}, await loadRegistry());
const operations = endpoints.flatMap(({ spec }) =>
  routesOf(spec).map((route) => ({ route, spec, ...splitRoute(route) })),
);
type Operation = (typeof operations)[number];
/** Numbers of responses by operation and status. */
const counts = new Map<string, Map<number, number>>();

let users: Record<"owner" | "admin", UserWithKey>;
let known: Map<string, unknown[]>;

async function makeUsers(): Promise<void> {
  setUps.clear();
  users = { owner: await makeUserWithKey(), admin: await makeUserWithKey("ADMIN") };
  const { caller } = users.owner;
  known = new Map<string, unknown[]>([
    ["eventTypeId", [(await makeEventType(caller)).id, (await makeEventType(caller)).id, 0]],
    ["teamId", [await makeTeam(caller, "OWNER"), 0]],
    ["userId", [caller.userId, users.admin.caller.userId]],
    ["subscriberUrl", ["http://127.0.0.1:9/hook", "https://example.com/hook"]],
    ["eventTriggers", [["FORM_SUBMITTED"]]],
  ]);
}

afterAll(() => {
  const lines = [...counts].map(([route, statuses]) => {
    const sorted = [...statuses].toSorted(([a], [b]) => a - b);
    const total = sorted.reduce((sum, [, count]) => sum + count, 0);
    return `${route.padEnd(44)} ${String(total).padStart(6)}  ${sorted.map((pair) => pair.join("×")).join(" ")}`;
  });
  console.log(["requests by operation, with the statuses of their responses", ...lines].join("\n"));
});

/** Sends random requests, each of which must have a status that is not a failure of the service. */
async function sendRandomRequests(operation: Operation, url: string): Promise<void> {
  const { method, path } = splitRoute(operation.spec.route);
  const input = OperationInput.parse(API_DOCUMENT.paths[path]?.[method.toLowerCase()]);
  const send = clientOf(url);
  await fc.assert(
    fc.asyncProperty(requestsOf(input, known), async (drawn) => {
      const { status } = await send(await toRequest(operation, drawn));
      const statuses = counts.get(operation.route) ?? new Map<number, number>();
      counts.set(operation.route, statuses.set(status, (statuses.get(status) ?? 0) + 1));
      expect(status).toBeLessThan(500);
    }),
    { numRuns: requestCount, endOnFailure: true },
  );
}

/** The first part of an endpoint's id, such as `bookings`. */
const resourceOf = ({ spec }: Operation): string => spec.id.replace(/\..*/, "");
/** Whether an endpoint sends a file beside its bundle to everybody. Such a file is not beside its source. */
const sendsFile = ({ spec }: Operation): boolean => spec.scopes === "public" && spec.assets !== undefined;
const rowsOf = (tested: readonly Operation[]) =>
  tested.map((operation) => [operation.route, operation] as const);

const withoutFiles = operations.filter((operation) => !sendsFile(operation));
describe.each([...Map.groupBy(withoutFiles, resourceOf)])(
  "random requests, also hostile ones: %s",
  (_, tested) => {
    beforeAll(async () => {
      // The items of all other resources would make each request slower.
      await recreateTable();
      await makeUsers();
    });

    it.each(rowsOf(tested))(
      "get responses as the document declares, and crash no function: %s",
      async (_, operation) => {
        const lines = captureLines();
        await sendRandomRequests(operation, gateway().baseUrl);
        expect(lines().filter(isUndeclaredFailure)).toEqual([]);
      },
      timeoutFor(requestCount),
    );
  },
);

describe("random requests for files beside bundles", () => {
  const cloud = useSharedCloud();
  beforeAll(async () => {
    // The clients of this process are those of the gateway's table.
    changeService();
    await makeUsers();
  });

  it.each(rowsOf(operations.filter(sendsFile)))(
    "get responses as the document declares, and crash no function: %s",
    async (_, operation) => {
      await sendRandomRequests(operation, cloud().baseUrl);
      expect(undeclaredFailures(cloud().logs(operation.spec.id))).toEqual([]);
    },
    timeoutFor(requestCount),
  );
});

/** A user and the resource of their requests. */
interface SetUp {
  owner: UserWithKey;
  values: Record<string, string> | undefined;
  uses: number;
}
const setUps = new Map<string, SetUp>();
const MAX_USES = 10;
/** A user can have only a few of these: 20 webhooks, 80 grants, 20 reservations. */
const LIMITED = ["webhooks.", "me.", "oauth.", "reservations."];

/** Returns the set-up for a request. It is used for several requests of an operation, unless they delete the resource. */
async function setUpOf({ id }: EndpointSpec, example: Example, method: string): Promise<SetUp> {
  const known = setUps.get(id);
  if (known && known.uses < MAX_USES && method !== "DELETE") {
    known.uses += 1;
    return known;
  }
  const owner = LIMITED.some((resource) => id.startsWith(resource)) ? await makeUserWithKey() : users.owner;
  const setUp = { owner, values: await example.path?.(owner.caller), uses: 1 };
  setUps.set(id, setUp);
  return setUp;
}

async function toRequest({ spec, method, path }: Operation, drawn: Drawn): Promise<ApiRequest> {
  const example = exampleOf(spec);
  const { owner, values } = await setUpOf(spec, example, method);
  const inPath = drawn.path === "own" ? values : drawn.path;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath?.[name] ?? "0"));
  const query = new URLSearchParams(drawn.query).toString();
  const own = drawn.body?.isOwn ? await example.body?.(owner.caller) : {};
  const body = drawn.body?.write(drawn.body.change(own ?? {}));
  const key = { owner: owner.key, admin: users.admin.key, nobody: undefined }[drawn.caller];
  const headers = { ...(drawn.body && { "Content-Type": drawn.body.type }), ...drawn.headers };
  return { method, path: query === "" ? address : `${address}?${query}`, key, headers, body };
}
