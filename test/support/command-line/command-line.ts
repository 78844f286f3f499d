import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { runCommandLine } from "#infra/cli/run-command-line.ts";
import type { Target } from "#infra/cli/target.ts";

/** The exit code and output of one command line. */
export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** Runs one command line in this process with this standard input. Arguments can be quoted with `"` or `'`. */
export async function run(args: string, input = ""): Promise<CommandResult> {
  const ran = { code: 0, out: "", err: "" };
  const words = [...args.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
  const code = await runCommandLine(words, {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    read: async () => input,
    wait: async () => undefined,
  });
  return { ...ran, code };
}

/** Runs one command line with `--json` and returns its output. */
export async function runJson(args: string, input = ""): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(`${args} --json`, input);
  if (code !== 0) throw new Error(`${args}: ${code} ${err}`);
  return JSON.parse(out);
}

/** The local table of the tests as the target of the command line. */
export const targetOf = (awsEndpoint: string): Target => ({
  baseUrl: "http://localhost:3000/v1",
  awsEndpoint,
  outputs: {
    TableName: "test-table",
    EventsQueueUrl: `${awsEndpoint}/000000000000/events`,
    DeliveriesQueueUrl: `${awsEndpoint}/000000000000/deliveries.fifo`,
    TimersQueueUrl: `${awsEndpoint}/000000000000/timers`,
    CalendarWritesQueueUrl: `${awsEndpoint}/000000000000/calendar-writes.fifo`,
    PaymentsQueueUrl: `${awsEndpoint}/000000000000/payments`,
    CalendarsQueueUrl: `${awsEndpoint}/000000000000/calendars.fifo`,
    EventsDeadLettersUrl: `${awsEndpoint}/000000000000/event-dead-letters`,
    DeliveriesDeadLettersUrl: `${awsEndpoint}/000000000000/delivery-dead-letters.fifo`,
    TimersDeadLettersUrl: `${awsEndpoint}/000000000000/timer-dead-letters`,
    CalendarWritesDeadLettersUrl: `${awsEndpoint}/000000000000/calendar-write-dead-letters.fifo`,
    PaymentsDeadLettersUrl: `${awsEndpoint}/000000000000/payment-dead-letters`,
    CalendarsDeadLettersUrl: `${awsEndpoint}/000000000000/calendar-dead-letters.fifo`,
    StreamDeadLettersUrl: `${awsEndpoint}/000000000000/stream-dead-letters`,
    SecretsKeyId: "secrets",
  },
});

/** Sets `LOCAL_DIR` to a temporary folder, with the file of a running local service if there is a target. */
export function useLocalDirectory(target?: Target): string {
  const directory = mkdtempSync(join(tmpdir(), "almanac-cli-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  if (target) writeFileSync(join(directory, "cloud.json"), JSON.stringify(target));
  vi.stubEnv("LOCAL_DIR", directory);
  return directory;
}
