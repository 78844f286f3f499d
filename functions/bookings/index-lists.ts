import { indexLists } from "#lib/bookings/index-lists.ts";
import { streamConsumer } from "#lib/consumers/stream-consumer.ts";

/** One new booking of 64, by the first letter of its random `uid`: more would find nothing to do. */
const SAMPLE = { uid: { S: [{ prefix: "A" }] } };

/** Keeps the bookmarks and counts that make far pages of bookings as quick as the first (ADR 0010). */
export const handler = streamConsumer(
  {
    id: "bookings.index-lists",
    summary: "Bookmarks lists of bookings, from the table's stream",
    source: {
      stream: "table",
      filters: [
        { eventName: ["INSERT"], dynamodb: { Keys: { sk: { S: [{ prefix: "B#" }] } }, NewImage: SAMPLE } },
      ],
      batchSize: 100,
    },
    timeoutSeconds: 60,
    grants: ["table:Query", "table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  indexLists,
);
