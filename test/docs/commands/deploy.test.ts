import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/deploy.md", {
  says: "leads to a first administrator and a first booking, and to a probe host",
  twice: true,
  prints: [/"eventTypeId":1,/, /"message":"Booking created."/, /slug +probe/],
});
