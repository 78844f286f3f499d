import * as z from "zod";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";

/** A schedule, and whether it is the default of its user. */
export const UserSchedule = ScheduleItem.schema.extend({ isDefault: z.boolean() });
export type UserSchedule = z.output<typeof UserSchedule>;

/** Adds `isDefault` to a schedule. */
export const withDefault = (
  schedule: StoredSchedule,
  user: Pick<Stored<typeof UserItem>, "defaultScheduleId"> | undefined,
): UserSchedule => ({ ...schedule, isDefault: user?.defaultScheduleId === schedule.id });

/**
 * The write that sets or clears the default schedule of a user. Fails if the user has changed: creating a schedule and changing the default
 * both change the user's version, so concurrent changes conflict.
 */
export const setDefaultOfUser = (
  user: Stored<typeof UserItem>,
  defaultScheduleId: number | null,
): Operation => update(UserItem, { id: user.id }, { set: { defaultScheduleId }, ifVersion: user.version });
