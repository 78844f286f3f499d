import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/webhooks.md", {
  description: "creates a webhook and reads events",
  isRepeated: true,
  output: [/"secret":"whsec_/, /x-next-cursor: \S+/i, /\{"events":\[\]\}/],
});
