import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("README.md", {
  says: "creates a booking and prints its verified webhooks, also when pasted twice",
  twice: true,
  waitsFor: /verified \S+ BOOKING_CANCELLED/,
  prints: [/"message":"Booking created."/, /key +sk_/, /booking +2 +0 +0/],
});
