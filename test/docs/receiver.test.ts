import { describeReceiver } from "#test/support/documents/example-receiver.ts";

describeReceiver("the receiver of the docs in JavaScript", () => [
  process.execPath,
  "docs/examples/receiver.mjs",
]);
describeReceiver("the receiver of the docs with the verifier of the client", () => [
  process.execPath,
  "docs/examples/receiver.ts",
]);
