import type * as z from "zod";
import { chunksOf } from "#lib/platform/chunks.ts";
import type { Entity } from "#lib/table/entity.ts";
import type { IdKind } from "#lib/table/ids.ts";

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

/** The entity of the locators of a kind. Each block of 1,000 ids has one partition of locators. */
export type LocatorEntity = Entity<
  z.ZodObject<{ id: z.ZodInt; userId: z.ZodInt }>,
  `${"A" | "B" | "P" | "R"}I#{id/1000}`,
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
export async function* findInChunks<T extends ListElement>(
  kind: ListKind<T>,
  locations: readonly Location[],
  chunkSize = FETCH_SIZE,
): AsyncGenerator<T[]> {
  for (const chunk of chunksOf(locations, chunkSize)) yield findElements(kind, chunk);
}

/** Reads the existing elements at some locations. */
export async function findElements<T extends ListElement>(
  kind: ListKind<T>,
  locations: readonly Location[],
): Promise<T[]> {
  return (await kind.find(locations)).filter((element) => element !== undefined);
}
