import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/webhooks.md", {
  says: "makes a webhook and reads events",
  twice: true,
  prints: [/"secret":"whsec_/, /x-next-cursor: \S+/i, /\{"events":\[\]\}/],
});
