import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { measureUnits } from "#infra/cost/measure.ts";
import { MEASURED_FILE, Measured } from "#infra/cost/measured.ts";
import { startMeter } from "#infra/cost/meter.ts";
import { PROJECT } from "#infra/project.ts";
import { useCloud } from "#test/support/cloud.ts";

const meter = await startMeter();
const cloud = useCloud({ maxInstances: 1, environment: meter.environment });
afterAll(() => meter.close());

const REMEDY = "npm run cost, then npm run documents";
/** Numbers in a text have a digit more or less. */
const SHARE = 0.1;
const SLACK = 50;

it("calls and events consume what docs/cost.md says", async () => {
  const found = await measureUnits(cloud(), meter);
  const recorded = Measured.parse(JSON.parse(await readFile(join(PROJECT, MEASURED_FILE), "utf8")));
  expect(JSON.parse(JSON.stringify(found, withoutBytes)), REMEDY).toEqual(
    JSON.parse(JSON.stringify(recorded, withoutBytes)),
  );
  const sizes = bytesIn(found);
  for (const [at, bytes] of bytesIn(recorded).entries())
    expect(Math.abs((sizes[at] ?? 0) - bytes), REMEDY).toBeLessThan(bytes * SHARE + SLACK);
});

/** What meets other attempts of the same webhook, or other timers, while it is measured, and then reads, writes or sends more or less. */
const MEETING = new Set(["deliver", "wake", "webhooks.deliveries.resend", "webhooks.test"]);

const isBytes = (name: string): boolean => name.endsWith("Bytes");

const withoutBytes = (name: string, value: unknown): unknown =>
  isBytes(name) || MEETING.has(name) ? undefined : value;

function bytesIn(measured: object): number[] {
  const found: number[] = [];
  JSON.stringify(measured, (name, value: unknown) => {
    if (MEETING.has(name)) return undefined;
    if (isBytes(name) && typeof value === "number") found.push(value);
    return value;
  });
  return found;
}
