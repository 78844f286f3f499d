import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { callInLockStep } from "#test/support/table/lock-step.ts";
import { exampleOf } from "./examples.ts";

const FILE = join(PROJECT, "docs/round-trips.json");
const CALLS = 4;
const aws = useLocalTable();
beforeEach(() => {
  process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
  process.env["ALLOW_INSECURE_CALENDARS"] = "1";
  process.env["MAILS_QUEUE_URL"] = `${aws().url}/000000000000/mails.fifo`;
});
const specs = (await loadRegistry()).endpoints
  .map(({ spec }) => spec)
  .filter(({ scopes }) => scopes !== "public");

const Line = z.object({ event: z.literal("call"), status: z.int(), roundTrips: z.int() });
const Recorded = z.record(z.string(), z.object({ first: z.int(), later: z.int() }));

/** Creates a request of the owner of the resource. */
async function makeRequest(spec: EndpointSpec, owner: Caller): Promise<RequestParts> {
  const { path, query, body } = exampleOf(spec);
  return {
    path: (await path?.(owner)) ?? {},
    query: (await query?.(owner)) ?? {},
    ...(spec.input.body && { body: await body?.(owner) }),
  };
}

/** Calls an endpoint as the owner of the resource, first without caches, and reads the round trips from the log. */
async function measureTrips(spec: EndpointSpec) {
  const { query, role } = exampleOf(spec);
  const owner = await makeHost(role);
  const readLines = captureLines();
  const earlier = readLines().length;
  let sameParts = {};
  let sameFields = {};
  for (let call = 0; call < CALLS; call += 1) {
    const { body, ...parts } = { ...(await makeRequest(spec, owner)), ...sameParts };
    if (query) sameParts = { path: parts.path, query: parts.query };
    const fields = body === undefined ? undefined : { ...Object(body), ...sameFields };
    // The same event type in each call, because a host has few.
    if (fields && "eventTypeId" in fields) sameFields = { eventTypeId: fields.eventTypeId };
    if (call === 0) changeService();
    const { status, text } = await callEndpoint(spec.id, owner, { ...parts, body: fields });
    expect(status, text).toBe(200);
  }
  const trips = readLines()
    .slice(earlier)
    .flatMap((line) => Line.safeParse(line).data ?? [])
    .map(({ roundTrips }) => roundTrips);
  return { first: trips[0] ?? 0, later: Math.min(...trips.slice(1)) };
}

it("the round trips of docs/access-patterns.md are as measured; `npm run record` writes them", async () => {
  callInLockStep();
  const entries: [string, { first: number; later: number }][] = [];
  for (const spec of specs) entries.push([spec.id, await measureTrips(spec)]);
  const found = Object.fromEntries(entries);
  if (process.env["RECORD"]) await writeFile(FILE, `${JSON.stringify(found, null, 2)}\n`);
  const remedy = "Run `npm run record` if the change is intended.";
  expect(found, remedy).toEqual(Recorded.parse(JSON.parse(await readFile(FILE, "utf8"))));
});
