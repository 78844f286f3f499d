import { existsSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import type { Found } from "#infra/cli/checks/check.ts";
import { adminCommand } from "#infra/cli/checks/check.ts";
import { checkPermissions } from "#infra/cli/checks/permissions.ts";
import { checkStack } from "#infra/cli/checks/stack.ts";
import { checkTable } from "#infra/cli/checks/table.ts";
import { PROJECT } from "#infra/project.ts";
import { setClock } from "#lib/platform/clock.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { put } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
import { WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { startLocalAws } from "#test/support/cloud/local-aws.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { tableDefinition, useLocalTable } from "#test/support/table/local-table.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

const aws = useLocalTable();

/** Makes the service one whose API answers so. */
async function useApi(answer: RequestListener): Promise<void> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  useLocalDirectory({ ...targetOf(aws().url), baseUrl: `http://127.0.0.1:${port}/v1` });
}

beforeEach(async () => {
  setClock(Date.now);
  await useApi((_, response) => response.writeHead(401).end());
});

const Findings = z.array(
  z.object({
    part: z.string(),
    isHealthy: z.boolean(),
    todo: z.string().nullable(),
    runbook: z.string().nullable(),
  }),
);

/** What of a part is to be done, by the runbook that says more; each of them is there. */
async function runbooksOf(part: string): Promise<string[]> {
  const { code, out } = await run("doctor --json");
  const found = Findings.parse(JSON.parse(out).findings).filter((one) => one.part === part && !one.isHealthy);
  if (found.length > 0) expect(code).toBe(1);
  return found.map(({ todo, runbook }) => {
    expect(todo).toMatch(/\w/);
    expect(existsSync(join(PROJECT, runbook ?? "")), String(runbook)).toBe(true);
    return /([\w-]+)\.md$/.exec(runbook ?? "")?.[1] ?? "";
  });
}

const later = (minutes: number): void => setClock(() => Date.now() + minutes * 60_000);

describe("doctor finds", () => {
  it("nothing where nothing is wrong", async () => {
    expect(await run("doctor")).toMatchObject({ code: 0, err: "No problems found.\n" });
  });

  it("an API that fails, and one that is not there", async () => {
    await useApi((_, response) => response.writeHead(500).end());
    expect(await runbooksOf("address")).toEqual(["authorizer-fails"]);
    useLocalDirectory({ ...targetOf(aws().url), baseUrl: "http://127.0.0.1:1/v1" });
    expect(await runbooksOf("address")).toEqual(["api-errors"]);
  });

  it("a clock that is off", async () => {
    const date = new Date(Date.now() - 120_000).toUTCString();
    await useApi((_, response) => response.writeHead(401, { date }).end());
    expect(await runbooksOf("address")).toEqual(["operators-machine"]);
  });

  it("a table that is not there", async () => {
    const target = targetOf(aws().url);
    useLocalDirectory({ ...target, outputs: { ...target.outputs, TableName: "another" } });
    expect(await runbooksOf("table")).toEqual(["restore"]);
  });

  it("a key that can't be used", async () => {
    const target = targetOf(aws().url);
    useLocalDirectory({ ...target, outputs: { ...target.outputs, SecretsKeyId: "another" } });
    expect(await runbooksOf("secrets key")).toEqual(["operators-machine"]);
  });

  it("signing keys that stay", async () => {
    await runJson("keys rotate");
    later(200 * 24 * 60);
    expect(await runbooksOf("signing keys")).toEqual(["keys-stay"]);
  });

  it("dead letters, and a consumer that does not keep up", async () => {
    aws().queues.send("payment-dead-letters", { body: "{}" });
    for (let sent = 0; sent <= 1_000; sent += 1) aws().queues.send("timers", { body: "{}" });
    expect(await runbooksOf("queues")).toEqual(["queue-backlog", "dead-letters"]);
    expect((await run("doctor")).out).toMatch(
      /dead letters of payments: 1; a message sent at \S+ will be deleted at /,
    );
  });

  it("events that nobody publishes", async () => {
    await makeEvent(await makeHost());
    expect(await runbooksOf("events")).toEqual([]);
    later(11);
    expect(await runbooksOf("events")).toEqual(["stream-behind"]);
  });

  it("meetings, attempts and probes that no sweep has taken", async () => {
    const host = await makeHost();
    const start = new Date(Date.now() + 60_000).toISOString();
    await book(host, await makeEventType(host), { start });
    later(5);
    expect(await runbooksOf("due")).toEqual([]);
    later(15);
    expect(await runbooksOf("due")).toEqual(["meetings-late"]);
    const wakesAt = new Date().toISOString();
    await writeOne(
      put(DeliveryItem, {
        webhookId: "wh_1",
        createdAt: wakesAt,
        id: "dlv_1",
        userId: host.userId,
        teamId: null,
        trigger: "BOOKING_CREATED",
        event: null,
        status: "pending",
        run: 1,
        attempts: [],
        attemptCount: 1,
        nextAttemptAt: wakesAt,
        due: "deliveries-1",
        wakesAt,
        ttl: 4_000_000_000,
      }),
    );
    await writeOne(
      put(WebhookHealth, {
        webhookId: "wh_1",
        state: "open",
        failures: 10,
        failingSince: wakesAt,
        quickAnswersNeeded: 0,
        probes: 0,
        probeAt: wakesAt,
        releasedAt: null,
        turns: 0,
        due: "breakers-1",
        wakesAt,
        version: 1,
      }),
    );
    expect(await runbooksOf("due")).toEqual(["meetings-late", "deliveries-late", "sweep-fails"]);
  });
});

describe("of what AWS alone can say, doctor finds", () => {
  const stackIs = (status: string) =>
    checkStack({ ...targetOf(""), stack: { name: "Almanac", status } }).then(({ remedy }) => remedy?.todo);

  it("a stack that is being changed, or whose release failed", async () => {
    expect(await stackIs("UPDATE_COMPLETE")).toBeUndefined();
    expect(await stackIs("UPDATE_COMPLETE_CLEANUP_IN_PROGRESS")).toContain("Wait");
    expect(await stackIs("UPDATE_ROLLBACK_COMPLETE")).toContain("last deployment failed");
    expect(await stackIs("ROLLBACK_FAILED")).toContain("last deployment failed");
  });

  it("an index that is not ready", async () => {
    const Table = {
      TableStatus: "ACTIVE" as const,
      GlobalSecondaryIndexes: [{ IndexStatus: "CREATING" as const }],
    };
    interceptInTest(async () => JSON.stringify({ Table }));
    expect(await checkTable()).toMatchObject({ remedy: { runbook: "docs/runbooks/table.md" } });
  });

  it("what the operator's credentials may not do", async () => {
    const found = await permissionsOf(["GetItem", "Query"], [TABLE]);
    const refused = found.filter(({ remedy }) => remedy !== undefined);
    expect(
      refused.map((one) => /^these credentials do not allow dynamodb:(.+)/.exec(one.found)?.[1]),
    ).toEqual([
      "BatchGetItem",
      "Query on GSI1",
      "Query on GSI2",
      "Query on GSI3",
      "PutItem",
      "UpdateItem",
      "DeleteItem",
      "ConditionCheckItem",
    ]);
  });

  it("nothing wrong with credentials that lack what some commands alone need, and names these", async () => {
    const found = await permissionsOf(OF_EVERYBODY, [TABLE, `${TABLE}/index/*`]);
    expect(found).toEqual([
      { found: "these credentials can read and write the table and its indexes" },
      { found: "not allowed, and only needed for privacy, backup export, backfill run: dynamodb:Scan" },
      { found: "not allowed, and only needed for backup restore: dynamodb:BatchWriteItem" },
    ]);
  });
});

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/test-table";
/** What the runbook of the operator's machine gives to every operator. */
const OF_EVERYBODY = [
  "GetItem",
  "BatchGetItem",
  "Query",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "ConditionCheckItem",
];

/** What is said of credentials that may do so much with a table. */
async function permissionsOf(actions: readonly string[], resources: string[]): Promise<Found[]> {
  const allowed = actions.map((action) => `dynamodb:${action}`);
  const { url } = await startLocalAws({
    callers: new Map([["some", [{ effect: "Allow", actions: allowed, resources }]]]),
    tables: [tableDefinition()],
  });
  vi.stubEnv("AWS_ENDPOINT_URL", url).stubEnv("AWS_ACCESS_KEY_ID", "some");
  changeService();
  onTestFinished(changeService);
  return checkPermissions();
}

it("a command to run names the stack that was checked", () => {
  const stack = { name: "Almanac", status: "UPDATE_COMPLETE" };
  expect(adminCommand({ stack }, "keys rotate")).toBe("npm run admin -- --stack Almanac keys rotate");
  expect(adminCommand({}, "keys rotate")).toBe("npm run admin -- keys rotate");
});
