import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { awaitRecovery, listRecoverable } from "#infra/cli/await-recovery.ts";
import { setClock } from "#lib/platform/clock.ts";
import { recoverWebhook } from "#lib/webhooks/deliveries/recover.ts";
import { updateWebhook } from "#lib/webhooks/subscriptions/update.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { deliveryQueues } from "#test/support/cloud/delivery-queues.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { createEvent, listDeliveriesOf, subscribe } from "#test/support/network/webhook-log.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const clock = new ManualClock();
const aws = useLocalTable({ clock });
const { drain } = deliveryQueues(aws);
beforeEach(() => {
  setClock(() => clock.now());
  vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
  useLocalDirectory(targetOf(aws().url));
  captureLines();
});

const Listed = z.object({ webhooks: z.array(z.looseObject({ id: z.string() })) });
const disabled = async (): Promise<string[]> =>
  Listed.parse(await runJson("webhooks list --disabled")).webhooks.map(({ id }) => id);

test("a disabled webhook is found, enabled and recovered", async () => {
  const { receiver, host, id } = await subscribe(410, 200);
  const since = new Date(clock.now()).toISOString();
  await createEvent(host);
  await drain();
  expect(await disabled()).toContain(id);
  expect(await runJson(`webhooks show ${id}`)).toEqual({
    webhook: expect.objectContaining({
      id,
      active: false,
      disabledReason: "The subscriber responded with 410 Gone.",
      secret: null,
      health: expect.objectContaining({ failures: 0 }),
    }),
  });
  expect(await run(`webhooks recover ${id} --since ${since}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("conflict: The webhook is disabled"),
  });
  expect(await runJson(`webhooks enable ${id}`)).toMatchObject({
    webhook: { active: true, disabledReason: null },
  });
  expect(await disabled()).not.toContain(id);
  expect(await runJson(`webhooks recover ${id} --since ${since}`)).toMatchObject({ deliveries: 1 });
  await drain();
  expect(receiver.received).toHaveLength(2);
  expect(await listDeliveriesOf(host, id)).toMatchObject([{ status: "delivered" }]);
});

test("with --wait a recovery waits until each failed delivery has been sent", async () => {
  const { host, id } = await subscribe(410, 410, 200);
  const since = new Date(clock.now()).toISOString();
  await createEvent(host);
  await drain();
  await updateWebhook(host, { id }, { active: true });
  await createEvent(host);
  await drain();
  await updateWebhook(host, { id }, { active: true });
  const recoverable = await listRecoverable(id, since);
  expect(recoverable.size).toBe(2);
  await recoverWebhook(host, id, { since });
  const reports: number[] = [];
  const wait = async () => void (await drain());
  await awaitRecovery(id, { recoverable, since }, { report: (done) => reports.push(done), wait });
  expect([reports[0], reports.at(-1)]).toEqual([0, 2]);
  const { code, err } = await run(
    `webhooks recover ${id} --since ${new Date(clock.now()).toISOString()} --wait`,
  );
  expect([code, err]).toEqual([0, expect.stringMatching(/^0 were sent again; /)]);
});

test("deliveries of a webhook are listed, printed and sent again", async () => {
  const { receiver, host, id } = await subscribe(200);
  for (let made = 0; made < 2; made += 1) {
    clock.advance(1);
    await createEvent(host);
  }
  await drain();
  const [newest, oldest] = await listDeliveriesOf(host, id);
  const list = await run(`deliveries list --webhook ${id} --take 1 --status delivered --http-status 2xx`);
  expect(list.out).toContain(newest?.id);
  expect(list.out).not.toContain(oldest?.id);
  expect(await runJson(`deliveries show ${oldest?.id} --webhook ${id}`)).toEqual({ delivery: oldest });
  expect(await runJson(`deliveries resend ${oldest?.id} --webhook ${id}`)).toMatchObject({
    delivery: { status: "pending" },
  });
  await drain();
  expect(receiver.received).toHaveLength(3);
  await updateWebhook(host, { id }, { active: false });
  expect((await run(`deliveries resend ${oldest?.id} --webhook ${id}`)).code).toBe(1);
});

test.each([
  ["deliveries list --webhook wh_1 --status lost", "--status: "],
  ["deliveries list --webhook wh_1 --date-from yesterday", "--date-from: "],
  ["webhooks recover wh_1 --since yesterday", "--since: "],
  ["webhooks recover wh_1", "--since"],
])("invalid options are reported: %s", async (line, message) => {
  expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
