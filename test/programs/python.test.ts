import { describeReceiver } from "#test/support/documents/example-receiver.ts";

describeReceiver("the receiver of the docs in Python", () => ["python3", "docs/examples/receiver.py"]);
