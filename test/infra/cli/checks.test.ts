import { existsSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();

/** Replaces the API of the service. */
async function useApi(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  useLocalDirectory({ ...targetOf(aws().url), baseUrl: `http://127.0.0.1:${port}/v1` });
}

beforeEach(() => useApi((_, response) => response.writeHead(401).end()));

const Findings = z.array(
  z.object({
    part: z.string(),
    isHealthy: z.boolean(),
    todo: z.string().nullable(),
    runbook: z.string().nullable(),
  }),
);

/** Runs doctor and returns the runbooks of the problems of a part, after checking that they exist. */
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

const advance = (minutes: number): void => setClock(() => Date.now() + minutes * 60_000);

describe("doctor finds", () => {
  it("no problems in a healthy service", async () => {
    expect(await run("doctor")).toMatchObject({ code: 0, err: "No problems found.\n" });
  });

  it("an API that fails, and one that does not respond", async () => {
    await useApi((_, response) => response.writeHead(500).end());
    expect(await runbooksOf("address")).toEqual(["authorizer-fails"]);
    useLocalDirectory({ ...targetOf(aws().url), baseUrl: "http://127.0.0.1:1/v1" });
    expect(await runbooksOf("address")).toEqual(["api-errors"]);
  });

  it("a wrong clock", async () => {
    const date = new Date(Date.now() - 120_000).toUTCString();
    await useApi((_, response) => response.writeHead(401, { date }).end());
    expect(await runbooksOf("address")).toEqual(["operators-machine"]);
  });

  it("a missing table", async () => {
    const target = targetOf(aws().url);
    useLocalDirectory({ ...target, outputs: { ...target.outputs, TableName: "another" } });
    expect(await runbooksOf("table")).toEqual(["restore"]);
  });

  it("a key that can't be used", async () => {
    const target = targetOf(aws().url);
    useLocalDirectory({ ...target, outputs: { ...target.outputs, SecretsKeyId: "another" } });
    expect(await runbooksOf("secrets key")).toEqual(["operators-machine"]);
  });

  it("signing keys that were not rotated", async () => {
    await runJson("keys rotate");
    advance(200 * 24 * 60);
    expect(await runbooksOf("signing keys")).toEqual(["keys-stay"]);
  });

  it("dead letters, and a consumer that is too slow", async () => {
    aws().queues.send("payment-dead-letters", { body: "{}" });
    for (let sent = 0; sent <= 1_000; sent += 1) aws().queues.send("timers", { body: "{}" });
    expect(await runbooksOf("queues")).toEqual(["queue-backlog", "dead-letters"]);
    expect((await run("doctor")).out).toMatch(
      /dead letters of payments: 1; a message sent at \S+ will be deleted at /,
    );
  });

  it("unpublished events", async () => {
    await makeEvent(await makeHost());
    expect(await runbooksOf("events")).toEqual([]);
    advance(11);
    expect(await runbooksOf("events")).toEqual(["stream-behind"]);
  });

  it("overdue meetings, attempts and probes", async () => {
    const host = await makeHost();
    const start = new Date(Date.now() + 60_000).toISOString();
    await book(host, await makeEventType(host), { start });
    advance(5);
    expect(await runbooksOf("due")).toEqual([]);
    advance(15);
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
        droppedAttempts: 0,
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
