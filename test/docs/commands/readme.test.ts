import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("README.md", {
  description: "creates a booking and prints its verified webhooks; pasted twice, there is one receiver",
  isRepeated: true,
  localDirectory: "elsewhere",
  waitFor: /(verified \S+ BOOKING_CANCELLED[\s\S]*){2}/,
  output: [
    /^(?![\s\S]*listening on[\s\S]*listening on)[\s\S]*listening on/,
    /^(?![\s\S]*webhook: [\s\S]*webhook: )[\s\S]*^webhook: 200$/m,
    /^booking at 2030-01-07T08:00:00.000Z: \d+$/m,
    /^mailed: Confirmed: .* with /m,
    /^cancelled: 200$/m,
    /^busy: 200$/m,
    /^first free slot: (\S+), then (?!\1)\d\S+$/m,
    /\/auth\/oauth2\/authorize\?client_id=\w+/,
    /key +sk_/,
    /booking +2 +0 +0/,
  ],
});
