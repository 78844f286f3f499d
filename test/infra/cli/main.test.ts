import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();

/** Runs the command line as a separate process. */
async function admin(args: readonly string[], input = "") {
  const child = spawn(process.execPath, ["infra/cli/main.ts", ...args], { stdio: "pipe" });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, out, err };
}

test("a process writes to its streams and ends with the exit code", async () => {
  useLocalDirectory(targetOf(aws().url));
  const create = ["users", "create", "--email", "ann@example.com", "--name", "Ann Arbor", "--password-stdin"];
  const made = await admin([...create, "--json"], "from standard input\n");
  expect(made.err).toContain("Next: api-keys create --user ann@example.com.");
  expect(JSON.parse(made.out)).toMatchObject({ user: { name: "Ann Arbor", hasPassword: true } });
  expect(await admin(create, "from standard input\n")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^conflict: /),
  });
  expect(await admin(["users", "create"])).toMatchObject({ code: 2, out: "" });
});

test("a reader that closes the pipe early, such as head, is no fault", async () => {
  useLocalDirectory(targetOf(aws().url));
  const child = spawn(process.execPath, ["infra/cli/main.ts", "backfill", "list", "--json"], {
    stdio: "pipe",
  });
  child.stdout.destroy();
  const [err] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([child.exitCode, err]).toEqual([0, ""]);
});

test("log lines are written to standard error, so that standard output contains only the result", async () => {
  useLocalDirectory(targetOf(aws().url));
  setClock(() => Date.now() - 600_000);
  await makeEvent(await makeHost());
  aws().queues.send("stream-dead-letters", { body: "{}" });
  const { code, out, err } = await admin(["dead-letters", "redrive", "stream", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ redrives: [{ queue: "stream", moved: 1 }] });
  expect([code, err]).toEqual([0, expect.stringContaining('"event":"missed events published"')]);
});
