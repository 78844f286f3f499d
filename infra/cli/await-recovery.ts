import { OPERATOR } from "#lib/caller.ts";
import { DeliveryFilter, listDeliveries } from "#lib/webhooks/deliveries/list.ts";
import type { Progress } from "./move-messages.ts";

/** Milliseconds between two reads of the remaining deliveries. */
const LOOK_EVERY = 2_000;

/** Failed deliveries of a webhook: the number of the run, by delivery id. */
export type Failed = ReadonlyMap<string, number>;

/** Lists the failed deliveries of a webhook for events since an instant, without tests. */
export async function failedSince(webhookId: string, since: string): Promise<Failed> {
  const filter = DeliveryFilter.parse({ status: "failed", dateFrom: since });
  const { read } = await listDeliveries(OPERATOR, webhookId, filter);
  const failed = new Map<string, number>();
  for await (const page of read({}))
    for (const { id, run, event } of page) if (event !== null) failed.set(id, run);
  return failed;
}

/** Waits until each of these deliveries has begun another run, with any result. */
export async function awaitRecovery(
  webhookId: string,
  { failed, since }: { failed: Failed; since: string },
  { tell, wait }: Progress,
): Promise<void> {
  for (;;) {
    const now = await failedSince(webhookId, since);
    const left = [...failed].filter(([id, run]) => now.get(id) === run).length;
    tell(failed.size - left);
    if (left === 0) return;
    await wait(LOOK_EVERY);
  }
}
