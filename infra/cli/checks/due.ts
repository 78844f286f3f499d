import { BookingItem } from "#lib/bookings/entity.ts";
import type { Entity } from "#lib/table/entity.ts";
import { type DueKind, duePartitions } from "#lib/timers/due.ts";
import { WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { type Found, ill } from "./check.ts";
import { isOverdue } from "./is-overdue.ts";

/** The kinds of work in the due index, with the finding for overdue work. */
const DUE: Record<DueKind, { entity: Entity; late: string; runbook: string }> = {
  meetings: {
    entity: BookingItem,
    late: "starts and ends of meetings are not sent",
    runbook: "meetings-late",
  },
  deliveries: {
    entity: DeliveryItem,
    late: "retries of deliveries are not sent",
    runbook: "deliveries-late",
  },
  breakers: { entity: WebhookHealth, late: "subscribers that failed are not probed", runbook: "sweep-fails" },
};

/** Checks whether work is overdue that the sweep should have started. */
export async function checkDue(): Promise<Found[]> {
  const kinds = (Object.keys(DUE) as DueKind[]).map(async (kind): Promise<Found> => {
    const { entity, late, runbook } = DUE[kind];
    const keys = duePartitions(kind).map((due) => ({ due }));
    return (await isOverdue(entity, keys))
      ? ill(`${kind}: ${late}`, "The function events.sweep does not run, or fails. Read its log.", runbook)
      : { found: `${kind}: nothing is overdue` };
  });
  return Promise.all(kinds);
}
