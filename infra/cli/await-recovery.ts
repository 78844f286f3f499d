import { OPERATOR } from "#lib/caller.ts";
import { DeliveryFilter, listDeliveries } from "#lib/webhooks/deliveries/list.ts";
import { isRecoverable } from "#lib/webhooks/deliveries/recover.ts";
import type { Progress } from "./move-messages.ts";

/** Milliseconds between two reads of the remaining deliveries. */
const POLL_INTERVAL_MS = 2_000;

/** Deliveries that a recovery resends: the number of the current run, by delivery id. */
export type RecoverableDeliveries = ReadonlyMap<string, number>;

/** Lists the deliveries of a webhook that a recovery since an instant resends. */
export async function listRecoverable(webhookId: string, since: string): Promise<RecoverableDeliveries> {
  const filter = DeliveryFilter.parse({ dateFrom: since });
  const { read } = await listDeliveries(OPERATOR, webhookId, filter);
  const runs = new Map<string, number>();
  for await (const page of read({})) for (const { id, run } of page.filter(isRecoverable)) runs.set(id, run);
  return runs;
}

/** Waits until each of these deliveries has started another run, with any result. */
export async function awaitRecovery(
  webhookId: string,
  { recoverable, since }: { recoverable: RecoverableDeliveries; since: string },
  { report, wait }: Progress,
): Promise<void> {
  for (;;) {
    const current = await listRecoverable(webhookId, since);
    const remaining = [...recoverable].filter(([id, run]) => current.get(id) === run).length;
    report(recoverable.size - remaining);
    if (remaining === 0) return;
    await wait(POLL_INTERVAL_MS);
  }
}
