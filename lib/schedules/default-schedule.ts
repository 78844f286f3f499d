import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";

/**
 * Makes a schedule the user's default, or none. Fails if the user has changed: creating a schedule and changing the default both change
 * the user's version, so concurrent changes conflict.
 */
export const setDefaultOfUser = (
  user: Stored<typeof UserItem>,
  defaultScheduleId: number | null,
): Operation => update(UserItem, { id: user.id }, { set: { defaultScheduleId }, ifVersion: user.version });

/** Sets or clears `isDefault` of a schedule. Fails if the schedule has changed since it was read. */
export const setIsDefault = ({ userId, id, version }: StoredSchedule, isDefault: boolean): Operation =>
  update(ScheduleItem, { userId, id }, { set: { isDefault, updatedAt: nowIso() }, ifVersion: version });
