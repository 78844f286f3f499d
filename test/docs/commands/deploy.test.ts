import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/deploy.md", {
  description: "creates a first administrator, a first booking and a probe host",
  isRepeated: true,
  output: [/"eventTypeId":1,/, /"message":"Booking created."/, /slug +probe/],
});
