import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { scheduler } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { atTarget } from "#infra/cli/target.ts";
import { PROJECT } from "#infra/project.ts";
import { OPERATOR } from "#lib/caller.ts";
import { checkEveryHost } from "#lib/operations/doctor/check-every-host.ts";
import { ImportItem } from "#lib/operations/import/entity.ts";
import { getItem } from "#lib/table/read.ts";
import { targetOf, useLocalDirectory } from "#test/support/command-line.ts";
import { exportLines } from "#test/support/export-lines.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { tableDigest } from "#test/support/table-digest.ts";

/** Thousands of bookings: `RUNS=100` imports 100,000. */
const THOUSANDS = Number(process.env["RUNS"] ?? 1);
const KILLS = 3;
const MINUTE = 60_000;
const whole = useLocalTable();
const killed = useLocalTable();

const Answer = z.object({
  import: z.object({ lines: z.int(), counts: z.record(z.string(), z.record(z.string(), z.int())) }),
});

/** Megabytes that its objects may take, however many bookings there are. */
const HEAP = 128;

/** Starts the command in a process of its own; what it refuses is told beside the file. */
function start(directory: string, input: string, stdin?: Readable): ChildProcess {
  const refused = join(directory, "refused.jsonl");
  const program = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, "infra/cli/main.ts", "import", input, "--json", "--refused", refused],
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

/** Kills an import as soon as it has come further than so many bytes; answers how far. */
async function killFurther(program: ChildProcess, endpoint: string, than: number): Promise<number> {
  let offset = than;
  await atTarget(targetOf(endpoint), async () => {
    while (offset <= than && program.exitCode === null) {
      await scheduler.wait(20);
      offset = (await getItem(ImportItem, {}))?.offset ?? 0;
    }
  });
  program.kill("SIGKILL");
  await once(program, "exit");
  return offset;
}

test(
  "an import that is killed again and again ends as one that is not",
  async () => {
    const directory = useLocalDirectory(targetOf(whole().url));
    const file = join(directory, "export.jsonl");
    const lines = exportLines({ bookings: THOUSANDS * 1_000, base: 5_000 });
    await pipeline(
      Readable.from(lines).map((line) => `${line}\n`),
      createWriteStream(file),
    );
    const expected = await answerOf(start(directory, file));
    const refused = readFileSync(join(directory, "refused.jsonl"), "utf8");
    expect(expected.counts["booking"]).toMatchObject({ unchanged: 0 });
    expect(expected.counts["other"]).toEqual({ imported: 0, unchanged: 0, refused: THOUSANDS * 10 });

    const other = useLocalDirectory(targetOf(killed().url));
    let offset = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const than = Math.max(offset, (statSync(file).size * kill) / KILLS);
      offset = await killFurther(start(other, file), killed().url, than);
      expect(offset).toBeGreaterThan(than);
    }
    expect(await answerOf(start(other, file))).toEqual(expected);
    expect(readFileSync(join(other, "refused.jsonl"), "utf8")).toBe(refused);
    // Which import it was is by chance.
    const without = ["import"];
    const digest = await tableDigest(whole().url, without);
    expect(await tableDigest(killed().url, without)).toEqual(digest);
    expect(digest.counts).not.toHaveProperty("event");
    for (const { url } of [whole(), killed()])
      await atTarget(targetOf(url), async () => {
        for await (const disagreements of checkEveryHost(OPERATOR)) expect(disagreements).toEqual([]);
      });
  },
  (THOUSANDS + 1) * 2 * MINUTE,
);

test("a file comes in by standard input, too, and again changes nothing", async () => {
  const directory = useLocalDirectory(targetOf(killed().url));
  const lines = () =>
    Readable.from(exportLines({ bookings: 200, base: 9_000_000 })).map((line) => `${line}\n`);
  const { counts } = await answerOf(start(directory, "-", lines()));
  expect(counts["user"]).toEqual({ imported: 20, unchanged: 0, refused: 0 });
  const again = await answerOf(start(directory, "-", lines()));
  expect(again.counts["user"]).toEqual({ imported: 0, unchanged: 20, refused: 0 });
  expect(again.counts["booking"]?.["unchanged"]).toBe(counts["booking"]?.["imported"]);
});
