import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/oauth.md", {
  says: "the flow of the docs works word for word, with curl, in forms and JSON, refreshed by body and header",
  twice: true,
  prints: [
    /\/auth\/oauth2\/authorize\?client_id=/,
    /"alice@example\.com"/,
    /"bookings":/,
    /("refresh_token":"rt_.*){2}\{\}/s,
  ],
});
