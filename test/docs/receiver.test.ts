import { describeReceiver } from "#test/support/documents/example-receiver.ts";

describeReceiver("the receiver of the docs in JavaScript", () => [
  process.execPath,
  "docs/examples/receiver.mjs",
]);
describeReceiver("the receiver of the docs with our verifier", () => [
  process.execPath,
  "docs/examples/receiver.ts",
]);
