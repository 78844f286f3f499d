import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/import.md", {
  says: "imports, and finds the same unchanged after",
  twice: true,
  prints: [/booking +2 +0 +0/, /booking +0 +2 +0/],
});
