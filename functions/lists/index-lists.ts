import { recordCarried } from "#lib/audit/record-carried.ts";
import { streamConsumer } from "#lib/consumers/stream-consumer.ts";
import { indexLists } from "#lib/workers/index-lists.ts";

/** One new booking of 64, by the first letter of its random `uid`: more would find nothing to do. */
const SAMPLED_BOOKINGS = {
  Keys: { sk: { S: [{ prefix: "B#" }] } },
  NewImage: { uid: { S: [{ prefix: "A" }] } },
};

const LOCATORS = { S: [{ prefix: "AI#" }, { prefix: "RI#" }, { prefix: "PI#" }] };

/** One new attendee, reference or payment of 100, by the last digits of its id. */
const SAMPLED_LOCATORS = { Keys: { pk: LOCATORS, sk: { S: [{ suffix: "00" }] } } };

/** What changed by an update alone, which carries its own entry of the audit trail. */
const TOLD = { auditEntry: { M: { id: { S: [{ exists: true }] } } } };

/**
 * Keeps the bookmarks and counts that make far pages of lists as quick as the first (ADR 0010, 0011), and the entries of the audit
 * trail that items carry (ADR 0027): a stream has two readers at most.
 */
export const handler = streamConsumer(
  {
    id: "lists.index-lists",
    summary:
      "Bookmarks and counts what is listed, and keeps entries of the audit trail, from the table's stream",
    source: {
      stream: "table",
      filters: [
        { eventName: ["INSERT"], dynamodb: SAMPLED_BOOKINGS },
        { eventName: ["INSERT"], dynamodb: SAMPLED_LOCATORS },
        { eventName: ["REMOVE"], dynamodb: { Keys: { pk: LOCATORS } } },
        { eventName: ["INSERT", "MODIFY"], dynamodb: { NewImage: TOLD } },
      ],
      batchSize: 100,
    },
    timeoutSeconds: 60,
    grants: ["table:Query", "table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  async (records) => {
    await recordCarried(records);
    return indexLists(records);
  },
);
