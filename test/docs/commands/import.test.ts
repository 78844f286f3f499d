import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/import.md", {
  description: "imports, and a second import changes nothing",
  isRepeated: true,
  output: [/booking +2 +0 +0/, /booking +0 +2 +0/],
});
