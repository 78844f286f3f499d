import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { loadRegistry } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { exampleOf } from "./examples.ts";
import { ownersRequest, type Subject } from "./subject.ts";

const FILE = join(PROJECT, "docs/round-trips.json");
const CALLS = 4;
const cloud = useCloud({ maxInstances: 1 });
const specs = (await loadRegistry()).endpoints
  .map(({ spec }) => spec)
  .filter(({ scopes }) => scopes !== "public");

const Line = z.object({ event: z.literal("call"), status: z.int(), roundTrips: z.int() });
const Recorded = z.record(z.string(), z.object({ first: z.int(), later: z.int() }));

/** Calls an endpoint as the owner of the resource, and reads the round trips from the log. */
async function measureTrips(spec: EndpointSpec) {
  const subject = {
    spec,
    example: exampleOf(spec),
    owner: await makeUserWithKey(exampleOf(spec).role),
    send: clientOf(cloud().baseUrl),
  } as Pick<Subject, "spec" | "example" | "owner" | "send"> as Subject;
  let sameFields = {};
  let path: string | undefined;
  for (let call = 0; call < CALLS; call += 1) {
    const request = await ownersRequest(subject);
    if (subject.example.query) path ??= request.path;
    const body = request.body === undefined ? undefined : { ...(request.body as object), ...sameFields };
    // The same event type in each call, because a host has few.
    if (body && "eventTypeId" in body) sameFields = { eventTypeId: body.eventTypeId };
    const response = await subject.send({
      ...request,
      ...(path !== undefined && { path }),
      body,
      key: subject.owner.key,
    });
    expect(response.status, response.text).toBe(200);
  }
  const trips = cloud()
    .logs(spec.id)
    .flatMap((line) => Line.safeParse(JSON.parse(line)).data ?? [])
    .map(({ roundTrips }) => roundTrips);
  return { first: trips[0] ?? 0, later: Math.min(...trips.slice(1)) };
}

it("the round trips of docs/access-patterns.md are as measured; `npm run record` writes them", async () => {
  const entries: [string, { first: number; later: number }][] = [];
  for (const spec of specs) entries.push([spec.id, await measureTrips(spec)]);
  const found = Object.fromEntries(entries);
  if (process.env["RECORD"]) await writeFile(FILE, `${JSON.stringify(found, null, 2)}\n`);
  const remedy = "Run `npm run record` if the change is intended.";
  expect(found, remedy).toEqual(Recorded.parse(JSON.parse(await readFile(FILE, "utf8"))));
});
