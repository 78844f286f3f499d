import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { setClock } from "#lib/platform/clock.ts";
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
});

const Listed = z.object({ webhooks: z.array(z.object({ id: z.string() })) });
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
    }),
  });
  expect(await runJson(`webhooks health ${id}`)).toMatchObject({ health: { failures: 0 } });
  expect(await run(`webhooks recover ${id} --since ${since}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("conflict: The webhook is disabled"),
  });
  expect(await runJson(`webhooks update ${id} --active`)).toMatchObject({
    webhook: { active: true, disabledReason: null },
  });
  expect(await disabled()).not.toContain(id);
  expect(await runJson(`webhooks recover ${id} --since ${since}`)).toMatchObject({ failed: 1 });
  await drain();
  expect(receiver.received).toHaveLength(2);
  expect(await listDeliveriesOf(host, id)).toMatchObject([{ status: "delivered" }]);
});

test("deliveries of a webhook are listed, printed and sent again", async () => {
  const { receiver, host, id } = await subscribe(200);
  for (let made = 0; made < 2; made += 1) {
    clock.advance(1);
    await createEvent(host);
  }
  await drain();
  const [newest, oldest] = await listDeliveriesOf(host, id);
  const list = await run(`deliveries list ${id} --take 1 --status delivered --http-status 2xx`);
  expect(list.out).toContain(newest?.id);
  expect(list.out).not.toContain(oldest?.id);
  expect(await runJson(`deliveries show ${id} ${oldest?.id}`)).toEqual({ delivery: oldest });
  expect(await runJson(`deliveries resend ${id} ${oldest?.id}`)).toMatchObject({
    delivery: { status: "pending" },
  });
  await drain();
  expect(receiver.received).toHaveLength(3);
  await updateWebhook(host, { id }, { active: false });
  expect((await run(`deliveries resend ${id} ${oldest?.id}`)).code).toBe(1);
});

test("deliveries of a day are listed and sent again", async () => {
  const { host, id } = await subscribe(500, 200);
  await createEvent(host);
  await drain();
  const [delivery] = await listDeliveriesOf(host, id);
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [today, yesterday] = [dayOf(clock.now()), dayOf(clock.now() - 86_400_000)];
  const list = (range: string) => run(`deliveries list ${id} ${range}`);
  expect((await list(`--date-from ${today} --date-to ${today}`)).out).toContain(delivery?.id);
  expect((await list(`--date-to ${yesterday}`)).out).toBe("none\n");
  expect(await runJson(`webhooks recover ${id} --since ${today}`)).toMatchObject({ waiting: 1 });
});

test.each([
  ["deliveries list wh_1 --take 0", "It must be 1 or more."],
  ["dead-letters show deliveries --take 0", "It must be 1 or more."],
  ["deliveries list wh_1 --status lost", "--status: "],
  ["deliveries list wh_1 --date-from yesterday", "--date-from: "],
  ["webhooks recover wh_1 --since yesterday", "--since: "],
  ["webhooks recover wh_1", "--since"],
])("invalid options are reported: %s", async (line, message) => {
  expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
