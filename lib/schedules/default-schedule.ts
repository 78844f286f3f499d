import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";

/**
 * The write that makes a schedule the default of its user, or none. Refused if the user has changed since: every change of which
 * schedules a user has and which one is the default changes the user's version, so that decisions about them can't cross.
 */
export const setDefaultOfUser = (
  user: Stored<typeof UserItem>,
  defaultScheduleId: number | null,
): Operation => update(UserItem, { id: user.id }, { set: { defaultScheduleId }, ifVersion: user.version });

/** The write that makes a schedule the default or an ordinary one. Refused if it has changed since. */
export const setIsDefault = ({ userId, id, version }: StoredSchedule, isDefault: boolean): Operation =>
  update(ScheduleItem, { userId, id }, { set: { isDefault, updatedAt: nowIso() }, ifVersion: version });
