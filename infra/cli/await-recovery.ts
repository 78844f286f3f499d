import { OPERATOR } from "#lib/caller.ts";
import { DeliveryFilter, listDeliveries } from "#lib/webhooks/deliveries/list.ts";
import { isRecoverable } from "#lib/webhooks/deliveries/recover.ts";
import type { Progress } from "./move-messages.ts";

/** Milliseconds between two reads of the remaining deliveries. */
const POLL_INTERVAL_MS = 2_000;

/** Deliveries that a recovery resends: the numbers of the current run and of its attempts, by delivery id. */
export type RecoverableDeliveries = ReadonlyMap<string, string>;

/** Lists the deliveries of a webhook that a recovery since an instant resends. */
export async function listRecoverable(webhookId: string, since: string): Promise<RecoverableDeliveries> {
  const filter = DeliveryFilter.parse({ dateFrom: since });
  const { read } = await listDeliveries(OPERATOR, webhookId, filter);
  const states = new Map<string, string>();
  for await (const page of read({}))
    for (const { id, run, attemptCount } of page.filter(isRecoverable))
      states.set(id, `${run}/${attemptCount}`);
  return states;
}

/** Waits until each of these deliveries has started another run, or was attempted in this one, with any result. */
export async function awaitRecovery(
  webhookId: string,
  { recoverable, since }: { recoverable: RecoverableDeliveries; since: string },
  { report, wait }: Progress,
): Promise<void> {
  for (;;) {
    const current = await listRecoverable(webhookId, since);
    const remaining = [...recoverable].filter(([id, state]) => current.get(id) === state).length;
    report(recoverable.size - remaining);
    if (remaining === 0) return;
    await wait(POLL_INTERVAL_MS);
  }
}
