import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("README.md", {
  description: "creates a booking and prints its verified webhooks, also when pasted twice",
  isRepeated: true,
  waitFor: /verified \S+ BOOKING_CANCELLED/,
  output: [/"message":"Booking created."/, /key +sk_/, /booking +2 +0 +0/],
});
