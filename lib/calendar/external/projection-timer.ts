import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import type { CalendarsOfUser } from "./entity.ts";

/** Milliseconds after a change when its projection is overdue: longer than the function that made the change can run. */
const GRACE = 60_000;

/** The timer that completes the projection of a user's busy times, if the function that changed them stopped before. */
export const ProjectionTimer = z.object({ timer: z.literal("projection"), userId: z.int() });
export type ProjectionTimer = z.output<typeof ProjectionTimer>;

/** The key in the due index of a user whose busy times have just changed. */
export const dueProjection = (userId: number): { due: string; wakesAt: string } => ({
  due: duePartition("projections", userId),
  wakesAt: new Date(now() + GRACE).toISOString(),
});

/** Creates the timer of an unfinished projection. */
export const projectionTimers = ({ userId, wakesAt }: CalendarsOfUser): TimerSetting<ProjectionTimer>[] =>
  wakesAt === undefined
    ? []
    : [{ timer: { timer: "projection", userId }, group: String(userId), at: wakesAt }];
