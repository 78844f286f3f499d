import { isEventRecord, publishRecords } from "#lib/bookings/events/publish.ts";
import { streamConsumer } from "#lib/entry/consumers/stream-consumer.ts";
import { recordEmbeddedEntries } from "#lib/storage/audit/record-embedded-entries.ts";
import { indexLists } from "#lib/workers/index-lists.ts";

/** One of 64 new bookings, by the first letter of its random `uid`. More would rarely add a bookmark. */
const SAMPLED_BOOKINGS = {
  Keys: { sk: { S: [{ prefix: "B#" }] } },
  NewImage: { uid: { S: [{ prefix: "A" }] } },
};

const LOCATORS = { S: [{ prefix: "AI#" }, { prefix: "RI#" }, { prefix: "PI#" }] };
/** One of 100 new attendees, references or payments, by the last digits of its id. */
const SAMPLED_LOCATORS = { Keys: { pk: LOCATORS, sk: { S: [{ suffix: "00" }] } } };

/** Items changed by a single update, which contain their own audit entry. */
const WITH_AUDIT_ENTRY = { NewImage: { auditEntry: { M: { id: { S: [{ exists: true }] } } } } };

/** The only reader of the stream (ADR 0035): publishes events (ADR 0004), counts lists (ADR 0010, 0011), records audit entries (ADR 0027). */
export const handler = streamConsumer(
  {
    id: "stream.dispatch",
    summary: "Publishes events, updates counts of lists and records audit entries from the table's stream",
    source: {
      stream: "table",
      // Lambda takes five filters by default.
      filters: [
        { eventName: ["INSERT"], dynamodb: { Keys: { sk: { S: [{ prefix: "EV#" }] } } } },
        { eventName: ["INSERT"], dynamodb: SAMPLED_BOOKINGS },
        { eventName: ["INSERT"], dynamodb: SAMPLED_LOCATORS },
        { eventName: ["REMOVE"], dynamodb: { Keys: { pk: LOCATORS } } },
        { eventName: ["INSERT", "MODIFY"], dynamodb: WITH_AUDIT_ENTRY },
      ],
      batchSize: 100,
    },
    timeoutSeconds: 60,
    permissions: [
      "events:SendMessage",
      "timers:SendMessage",
      "table:Query",
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:BatchWriteItem",
      "table:UpdateItem",
    ],
  },
  [
    { accepts: isEventRecord, run: publishRecords },
    {
      accepts: (record) => !isEventRecord(record),
      run: async (records) => {
        await recordEmbeddedEntries(records);
        return indexLists(records);
      },
    },
  ],
);
