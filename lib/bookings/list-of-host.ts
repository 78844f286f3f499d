import type { ListSource, Reading } from "#lib/http/list-source.ts";
import { sliced } from "#lib/http/page.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { queryPages, type Range } from "#lib/table/read.ts";
import { HostIndex } from "./bookmarks.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

type Order = "asc" | "desc";

/** Bookings at the start of a list that are rather read past than looked up. */
const NEAR = 20;

/** The bookings of one host by id. A page far from the start costs like the first one (ADR 0010). */
export function listOfHost(userId: number, order: Order): ListSource<StoredBooking> {
  const index = new HostIndex(userId);
  const read = ({ after, most }: Reading): AsyncIterable<StoredBooking[]> =>
    queryPages(
      BookingItem,
      { userId },
      {
        ...behind(userId, order, after === undefined ? undefined : Number(after)),
        reverse: order === "desc",
        ...(most !== undefined && { limit: most }),
      },
    );
  async function* skip(count: number, take: number): AsyncGenerator<readonly StoredBooking[]> {
    if (count <= NEAR) return yield* sliced(read({ most: count + take }), { skip: count, take });
    const before = await lastSkipped(index, order, count);
    if (before === undefined) return;
    yield* sliced(read({ after: String(before), most: take }), { skip: 0, take });
  }
  return { read, skip, positionOf: ({ id }) => String(id), count: () => index.count() };
}

/** The id of the last booking that a page leaves out in front; undefined when there are not so many. */
async function lastSkipped(index: HostIndex, order: Order, skip: number): Promise<number | undefined> {
  if (order === "asc") return index.idOf(skip);
  const total = await index.count();
  return skip >= total ? undefined : index.idOf(total - skip + 1);
}

/** The range behind a booking, in the order of the list. */
function behind(userId: number, order: Order, id: number | undefined): Range {
  if (id === undefined) return {};
  if (order === "asc") return { after: primaryKey(BookingItem, { userId, id }).sk };
  return { until: primaryKey(BookingItem, { userId, id: Math.max(0, id - 1) }).sk };
}
