import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/oauth.md", {
  description: "the flow works with curl, in forms and JSON, refreshed by body and header",
  isRepeated: true,
  output: [
    /\/auth\/oauth2\/authorize\?client_id=/,
    /"alice@example\.com"/,
    /"bookings":/,
    /("refresh_token":"rt_.*){2}\{\}/s,
  ],
});
