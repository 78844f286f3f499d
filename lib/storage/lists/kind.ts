import type * as z from "zod";
import { chunksOf } from "#lib/platform/chunks.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import type { IdKind } from "#lib/storage/table/ids.ts";

/** The key of a list element, which is stored in the partition of its host. */
export interface Location {
  id: number;
  userId: number;
  /** Expiry in seconds since 1970, only of an element that was deleted but is retained for a while. */
  ttl?: number | undefined;
}

/** The fields that every list element has. */
export interface ListElement {
  id: number;
  userId: number;
  createdAt: string;
}

/**
 * Ids whose locators are in one partition. All new elements have the highest ids: a partition takes 1,000 write units a second, and the
 * locators of 100 ids need 200 in all, so no rate of new elements can exceed it (ADR 0002).
 */
export const IDS_PER_PARTITION = 100;

/** The first letter of the keys of a kind: attendees, bookings, payments, references. */
type Letter = "A" | "B" | "P" | "R";

/** The templates of the key of a locator. */
export const locatorKey = <L extends Letter>(letter: L) =>
  ({ pk: `${letter}I#{id/${IDS_PER_PARTITION}}`, sk: "{id:10}" }) as const;

/** The entity of the locators of a kind. */
export type LocatorEntity = Entity<
  z.ZodObject<{ id: z.ZodInt; userId: z.ZodInt }>,
  ReturnType<typeof locatorKey<Letter>>["pk"],
  "{id:10}"
>;

/** A kind of elements that system admins can list for all hosts (ADR 0011). */
export interface ListKind<T extends ListElement = ListElement> {
  /** The kind of the ids, and of the tallies. */
  kind: IdKind;
  locator: LocatorEntity;
  /** Reads the elements at some locations in parallel; undefined for an element that no longer exists. */
  find(locations: readonly Location[]): Promise<readonly (T | undefined)[]>;
}

/** Elements fetched in parallel: 200 of the largest are 80 MB. */
export const FETCH_SIZE = 200;

/** Reads the existing elements at some locations, a chunk at a time to limit memory. */
export async function* readInChunks<T extends ListElement>(
  kind: ListKind<T>,
  locations: readonly Location[],
  chunkSize = FETCH_SIZE,
): AsyncGenerator<T[]> {
  for (const chunk of chunksOf(locations, chunkSize)) yield readElements(kind, chunk);
}

/** Reads the existing elements at some locations. */
export async function readElements<T extends ListElement>(
  kind: ListKind<T>,
  locations: readonly Location[],
): Promise<T[]> {
  return (await kind.find(locations)).filter((element) => element !== undefined);
}
