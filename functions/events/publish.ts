import { streamConsumer } from "#lib/consumers/stream-consumer.ts";
import { publishRecords } from "#lib/events/publish-records.ts";

/** Puts every new event of the table on its way to the webhooks. */
export const handler = streamConsumer(
  {
    id: "events.publish",
    summary: "Publishes new events from the table's stream",
    source: {
      stream: "table",
      filters: [{ eventName: ["INSERT"], dynamodb: { Keys: { sk: { S: [{ prefix: "EV#" }] } } } }],
      batchSize: 100,
    },
    timeoutSeconds: 30,
    grants: ["events:SendMessage", "table:UpdateItem"],
  },
  publishRecords,
);
