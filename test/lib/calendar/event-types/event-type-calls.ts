import { createEventType } from "#lib/calendar/event-types/create.ts";
import { EventTypeItem, EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import type { Caller } from "#lib/caller.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** Creates an event type with default fields. */
export const create = (caller: Caller, fields: Record<string, unknown> = {}) =>
  createEventType(caller, EventTypeCreate.parse({ title: "Intro call", length: 30, ...fields }));

/** The stored copies of an event type: by id, and of its user. */
export const copies = async ({ id, userId }: { id: number; userId: number }) => [
  await findItem(EventTypeItem, { id }),
  await findItem(EventTypeOfUser, { userId, id }),
];
