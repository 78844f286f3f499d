import type * as z from "zod";
import { chunksOf } from "#lib/platform/chunks.ts";
import type { Entity } from "#lib/table/entity.ts";
import type { IdKind } from "#lib/table/ids.ts";

/** Where an element of a list lies: in the partition of a host. */
export interface Location {
  id: number;
  userId: number;
  /** Seconds since 1970 after which it is gone; only of what was removed and is kept for a while. */
  ttl?: number | undefined;
}

/** What every element of a list says of itself. */
export interface ListElement {
  id: number;
  userId: number;
  createdAt: string;
}

/** Where the elements of a kind lie: a partition of locators for each thousand of ids. */
export type LocatorEntity = Entity<
  z.ZodObject<{ id: z.ZodInt; userId: z.ZodInt }>,
  `${"A" | "B" | "P" | "R"}I#{id/1000}`,
  "{id:10}"
>;

/** A kind of elements that a system admin lists, whosever they are (ADR 0011). */
export interface ListKind<T extends ListElement = ListElement> {
  /** Whose ids they have; their counts are called so, too. */
  kind: IdKind;
  locator: LocatorEntity;
  /** The elements in some places, read side by side; undefined where there is none any more. */
  find(locations: readonly Location[]): Promise<readonly (T | undefined)[]>;
}

/** Elements fetched side by side: 200 of the largest are 80 MB. */
export const FETCH_SIZE = 200;

/** The elements in some places that are still there, few at a time, so that memory stays flat however many there are. */
export async function* findInChunks<T extends ListElement>(
  kind: ListKind<T>,
  locations: readonly Location[],
  atOnce = FETCH_SIZE,
): AsyncGenerator<T[]> {
  for (const chunk of chunksOf(locations, atOnce)) yield findElements(kind, chunk);
}

/** The elements that are still there. */
export async function findElements<T extends ListElement>(
  kind: ListKind<T>,
  locations: readonly Location[],
): Promise<T[]> {
  return (await kind.find(locations)).filter((element) => element !== undefined);
}
