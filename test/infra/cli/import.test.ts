import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { scheduler } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { withTarget } from "#infra/cli/target.ts";
import { PROJECT } from "#infra/project.ts";
import { BookingLocator } from "#lib/bookings/entity.ts";
import { OPERATOR } from "#lib/caller.ts";
import { checkEveryHost } from "#lib/operations/doctor/check-claims.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { exportLines } from "#test/support/command-line/export-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { tableDigest } from "#test/support/table/table-digest.ts";

/** Bookings of the file: `RUNS=100` imports 100,000. */
const BOOKINGS = Number(process.env["RUNS"] ?? 0.3) * 1_000;
const BASE = 5_000;
const KILLS = 3;
const MINUTE = 60_000;
const whole = useLocalTable();
const killed = useLocalTable();

const Answer = z.object({
  import: z.object({ lines: z.int(), counts: z.record(z.string(), z.record(z.string(), z.int())) }),
});

/** Maximum heap in megabytes, for any number of bookings. */
const HEAP = 128;

/** Starts the command as a separate process. Rejected lines are written to a file in the directory. */
function start(directory: string, input: string, stdin?: Readable): ChildProcess {
  const rejected = join(directory, "rejected.jsonl");
  const program = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, "infra/cli/main.ts", "import", input, "--json", "--rejected", rejected],
    { cwd: PROJECT, env: { ...process.env, LOCAL_DIR: directory }, stdio: ["pipe", "pipe", "inherit"] },
  );
  if (stdin && program.stdin) stdin.pipe(program.stdin);
  onTestFinished(() => {
    program.kill("SIGKILL");
  });
  return program;
}

async function answerOf(program: ChildProcess): Promise<z.output<typeof Answer>["import"]> {
  const [answer] = await Promise.all([text(program.stdout ?? Readable.from([])), once(program, "exit")]);
  return Answer.parse(JSON.parse(answer)).import;
}

/** Kills an import as soon as a booking exists. */
async function killAfter(program: ChildProcess, endpoint: string, id: number): Promise<void> {
  await withTarget(targetOf(endpoint), async () => {
    while (program.exitCode === null && !(await findItem(BookingLocator, { id }))) await scheduler.wait(20);
  });
  expect(program.exitCode).toBeNull();
  program.kill("SIGKILL");
  await once(program, "exit");
}

test(
  "an import that was killed several times has the same result as one that was not",
  async () => {
    const directory = useLocalDirectory(targetOf(whole().url));
    const file = join(directory, "export.jsonl");
    const lines = exportLines({ bookings: BOOKINGS, base: BASE });
    await pipeline(
      Readable.from(lines).map((line) => `${line}\n`),
      createWriteStream(file),
    );
    const startedAt = performance.now();
    const expected = await answerOf(start(directory, file));
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stderr.write(`${BOOKINGS} bookings imported in ${Math.round(seconds)} s\n`);
    const rejected = readFileSync(join(directory, "rejected.jsonl"), "utf8");
    expect(expected.counts["booking"]).toMatchObject({ unchanged: 0 });
    expect(expected.counts["other"]).toEqual({ imported: 0, unchanged: 0, rejected: BOOKINGS / 100 });

    const other = useLocalDirectory(targetOf(killed().url));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = Math.floor((BOOKINGS * kill) / KILLS);
      // The first bookings of each hundred are in the past and are never rejected.
      await killAfter(start(other, file), killed().url, BASE + at - (at % 100) + 1);
    }
    const { counts } = await answerOf(start(other, file));
    for (const [type, { imported = 0, rejected: count = 0 }] of Object.entries(expected.counts)) {
      expect(counts[type]?.["rejected"]).toBe(count);
      expect((counts[type]?.["imported"] ?? 0) + (counts[type]?.["unchanged"] ?? 0)).toBe(imported);
    }
    expect(readFileSync(join(other, "rejected.jsonl"), "utf8")).toBe(rejected);
    const digest = await tableDigest(whole().url);
    expect(await tableDigest(killed().url)).toEqual(digest);
    expect(digest.counts).not.toHaveProperty("event");
    for (const { url } of [whole(), killed()])
      await withTarget(targetOf(url), async () => {
        for await (const disagreements of checkEveryHost(OPERATOR)) expect(disagreements).toEqual([]);
      });
  },
  (BOOKINGS / 1_000 + 1) * 4 * MINUTE,
);

test("a file can be read from standard input, and importing it again changes nothing", async () => {
  const directory = useLocalDirectory(targetOf(killed().url));
  const lines = () =>
    Readable.from(exportLines({ bookings: 200, base: 1_000_000 })).map((line) => `${line}\n`);
  const { counts } = await answerOf(start(directory, "-", lines()));
  expect(counts["user"]).toEqual({ imported: 20, unchanged: 0, rejected: 0 });
  const again = await answerOf(start(directory, "-", lines()));
  expect(again.counts["user"]).toEqual({ imported: 0, unchanged: 20, rejected: 0 });
  expect(again.counts["booking"]?.["unchanged"]).toBe(counts["booking"]?.["imported"]);
});
