import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { describeReceiver } from "#test/support/documents/example-receiver.ts";

const directory = mkdtempSync(join(tmpdir(), "almanac-go-"));
const program = join(directory, "receiver");
beforeAll(() => {
  execFileSync("go", ["build", "-o", program, "docs/examples/receiver.go"], { stdio: "inherit" });
});
afterAll(() => rmSync(directory, { recursive: true }));

describeReceiver("the receiver of the docs in Go", () => [program]);
