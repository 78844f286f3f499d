import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/payments.md", {
  description: "records a payment of a booking, and prints it",
  setup: "grep -v 88001 export.jsonl | sed s/88002/7/ | npm run admin -- import -",
  isRepeated: true,
  output: [/externalId +ch_3QXyz/, /bookingId +7/],
});
