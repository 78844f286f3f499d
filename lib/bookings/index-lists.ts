import type { DynamoDBRecord } from "aws-lambda";
import { decodeImage } from "#lib/table/stream-image.ts";
import { FactsOfBooking } from "./facts.ts";
import { writeBookmarks } from "./write-bookmarks.ts";
import { writeTallies } from "./write-tallies.ts";

/**
 * Brings the bookmarks of the hosts of some new bookings up to date, and the counts of all. It counts nothing up: it
 * reads what is sealed and writes what follows from it, so records that come twice, late or never change no count.
 */
export async function indexLists(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
  const bookings = records.map(({ dynamodb }) => decodeImage(FactsOfBooking, dynamodb?.NewImage));
  const hosts = new Set(bookings.flatMap((booking) => booking?.userId ?? []));
  await Promise.all([...hosts].map(writeBookmarks));
  await writeTallies();
  return [];
}
