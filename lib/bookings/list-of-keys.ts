import type { ListSource, Reading } from "#lib/http/list-source.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import type { BookingFilter, Matches } from "./filter.ts";

/** Where a booking lies, and what it is sorted by before its id. */
export interface BookingKey {
  userId: number;
  id: number;
  /** Empty when the list is sorted by id alone. */
  sortedBy: string;
}

/** Bookings fetched side by side. */
const FETCHED = 200;

/** The order of a list, and the filter its keys have passed, which a booking may have left since. */
export type Arrangement = Pick<BookingFilter, "sortBy" | "order"> & { matches?: Matches | undefined };

/** A list whose keys are known as a whole, in any order, before its bookings are fetched. */
export function listOfKeys(
  load: () => Promise<BookingKey[]>,
  { sortBy, order, matches }: Arrangement,
): ListSource<StoredBooking> {
  const direction = order === "desc" ? -1 : 1;
  const compare = (a: Omit<BookingKey, "userId">, b: Omit<BookingKey, "userId">): number =>
    direction * (a.sortedBy < b.sortedBy ? -1 : a.sortedBy > b.sortedBy ? 1 : a.id - b.id);
  let loading: Promise<BookingKey[]> | undefined;
  const keys = (): Promise<BookingKey[]> => {
    loading ??= load().then((all) => all.sort(compare));
    return loading;
  };
  async function* fetched(some: readonly BookingKey[], atOnce = FETCHED): AsyncGenerator<StoredBooking[]> {
    for (let at = 0; at < some.length; at += atOnce) {
      const part = some.slice(at, at + atOnce);
      const found = await getItems(part.map(({ userId, id }) => wanted(BookingItem, { userId, id })));
      yield found.filter((booking) => booking !== undefined).filter((booking) => matches?.(booking) ?? true);
    }
  }
  async function* read({ after, most }: Reading): AsyncGenerator<StoredBooking[]> {
    const all = await keys();
    const start = after === undefined ? undefined : keyAt(after);
    const behind = start === undefined ? all : all.filter((key) => compare(key, start) > 0);
    yield* fetched(behind, Math.min(most ?? FETCHED, FETCHED));
  }
  async function* skip(count: number, take: number): AsyncGenerator<StoredBooking[]> {
    yield* fetched((await keys()).slice(count, count + take));
  }
  const positionOf = (booking: StoredBooking): string =>
    `${booking.id} ${sortBy === undefined ? "" : booking[sortBy]}`;
  return { read, skip, positionOf, count: async () => (await keys()).length };
}

function keyAt(position: string): Omit<BookingKey, "userId"> {
  const [id, sortedBy = ""] = position.split(" ");
  return { id: Number(id), sortedBy };
}
