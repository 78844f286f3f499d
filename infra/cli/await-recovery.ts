import { OPERATOR } from "#lib/caller.ts";
import { DeliveryFilter, listDeliveries } from "#lib/webhooks/deliveries/list.ts";
import type { Progress } from "./move-messages.ts";

/** Milliseconds between two reads of the remaining deliveries. */
const POLL_INTERVAL_MS = 2_000;

/** The failed deliveries of a webhook: the number of the failed run, by delivery id. */
export type FailedDeliveries = ReadonlyMap<string, number>;

/** Lists the failed deliveries of a webhook for events since an instant, without tests. */
export async function listFailedSince(webhookId: string, since: string): Promise<FailedDeliveries> {
  const filter = DeliveryFilter.parse({ status: "failed", dateFrom: since });
  const { read } = await listDeliveries(OPERATOR, webhookId, filter);
  const failed = new Map<string, number>();
  for await (const page of read({}))
    for (const { id, run, event } of page) if (event !== null) failed.set(id, run);
  return failed;
}

/** Waits until each of these deliveries has started another run, with any result. */
export async function awaitRecovery(
  webhookId: string,
  { failed, since }: { failed: FailedDeliveries; since: string },
  { report, wait }: Progress,
): Promise<void> {
  for (;;) {
    const current = await listFailedSince(webhookId, since);
    const remaining = [...failed].filter(([id, run]) => current.get(id) === run).length;
    report(failed.size - remaining);
    if (remaining === 0) return;
    await wait(POLL_INTERVAL_MS);
  }
}
