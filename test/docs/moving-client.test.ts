import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

const cloud = useSharedCloud();
const read = (file: string): Promise<string> => readFile(join(PROJECT, "docs", file), "utf8");
const LOCAL = "http://127.0.0.1:3000/v1";

/** Writes the program with the URL of the test's service instead of that of `npm start`. */
async function atLocalService(basePath: string): Promise<string> {
  const program = await read("examples/cal-v1-after.mjs");
  expect(program.split(LOCAL)).toHaveLength(2);
  const file = join(await mkdtemp(join(tmpdir(), "client-")), "client.mjs");
  await writeFile(file, program.replace(LOCAL, new URL(basePath, cloud().baseUrl).href.replace(/\/$/, "")));
  return file;
}

it.each(["/v1", "/api/v1", "/"])("the moved client of the guide works under %s, twice", async (basePath) => {
  const { caller, key } = await makeUserWithKey();
  await makeEventType(caller, { slug: "intro" });
  const receiver = await startReceiver();
  const program = await atLocalService(basePath);
  const output: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, key, receiver.url]);
    output.push(stdout);
  }
  expect(output[1]).toBe(output[0]);
  expect(output[0]?.trimEnd().split("\n")).toEqual([
    `webhook ${receiver.url} receives BOOKING_CREATED, BOOKING_RESCHEDULED, BOOKING_CANCELLED`,
    "event type intro: 30 minutes",
    "slots on 5 days, the first at 2031-01-06T01:00:00+01:00",
    "booked 2031-01-06T00:00:00.000Z for ann@example.com: ACCEPTED",
    "rescheduled to 2031-01-06T00:30:00.000Z",
    "booking at 2031-01-06T00:00:00.000Z: CANCELLED",
    "booking at 2031-01-06T00:30:00.000Z: CANCELLED",
  ]);
  const triggers = () => receiver.received.map(({ body }) => JSON.parse(body).triggerEvent).toSorted();
  const expected = ["BOOKING_CANCELLED", "BOOKING_CREATED", "BOOKING_RESCHEDULED"];
  await expect
    .poll(triggers, { timeout: 60_000, interval: 50 })
    .toEqual(expected.flatMap((trigger) => [trigger, trigger]));
  for (const { headers, body } of receiver.received)
    expect(headers["x-cal-signature-256"]).toBe(
      createHmac("sha256", "a secret of the client").update(body).digest("hex"),
    );
});

it("the moved client prints the reason why a key is rejected", async () => {
  const program = await atLocalService("/v1");
  await expect(
    promisify(execFile)(process.execPath, [program, "wrong", "https://example.com"]),
  ).rejects.toThrow("GET /webhooks: 401 The credential is unknown, expired or revoked.");
});

it("the guide contains the difference between the two clients", async () => {
  const [before, after] = await Promise.all(
    ["before", "after"].map(async (name) => (await read(`examples/cal-v1-${name}.mjs`)).split("\n")),
  );
  const changes = (before ?? []).flatMap((line, at) =>
    line === after?.[at] ? [] : [`-${line}`, `+${after?.[at]}`],
  );
  expect(after).toHaveLength(before?.length ?? 0);
  expect(changes).toHaveLength(2);
  const [, block = ""] = /```diff\n([\s\S]*?)```/.exec(await read("moving-from-cal-v1.md")) ?? [];
  expect(block.trimEnd().split("\n")).toEqual(changes);
});
