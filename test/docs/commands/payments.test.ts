import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/payments.md", {
  says: "records a payment of a booking, and shows it",
  before: "grep -v 88001 export.jsonl | sed s/88002/7/ | npm run admin -- import -",
  twice: true,
  prints: [/externalId +ch_3QXyz/, /bookingId +7/],
});
