import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/privacy.md", {
  says: "exports and erases what is kept of a person",
  before: "npm run admin -- users create --email ann@example.com --name Ann",
  prints: [/file +ann\.json/, /isDryRun +no.*entryId +aud_/s],
});
