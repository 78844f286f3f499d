import { now } from "#lib/platform/clock.ts";
import { all, equals } from "#lib/table/condition.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { dueAs } from "#lib/timers/due.ts";
import { type Delivery, DeliveryItem } from "./entity.ts";

/** Milliseconds a message has to be worked on before the sweep sends another in its place. */
const GRACE = 180_000;

/** What makes the sweep send a delivery should its message be lost; the attempt's record takes it away. */
export const madeUp = (id: string): Pick<Delivery, "due" | "wakesAt"> => ({
  due: dueAs("deliveries", id),
  wakesAt: new Date(now() + GRACE).toISOString(),
});

/** A delivery that is sent anew: the same id and bytes, and the schedule from its start. What was attempted stays told. */
export const newRun = (before: Delivery): Delivery => ({
  ...before,
  status: "pending",
  run: before.run + 1,
  attemptCount: 0,
  nextAttemptAt: null,
  ...madeUp(before.id),
});

/** Writes a delivery anew; refused when it has been attempted or sent anew in between. */
export const replaceRun = (before: Delivery, after: Delivery): Operation =>
  put(DeliveryItem, after, {
    if: all(equals("run", before.run), equals("attemptCount", before.attemptCount)),
  });
