import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/privacy.md", {
  description: "exports and erases a person's data",
  setup: "npm run admin -- users create --email ann@example.com --name Ann",
  output: [/file +ann\.json/, /isDryRun +no.*entryId +aud_/s],
});
