import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { type Part, rounds } from "./part.ts";
import { peersInstalled } from "./peer-bundles.ts";
import type { Budget, Figure, Row } from "./report.ts";
import { median, pairedRatio, shuffled } from "./statistics.ts";

const SENDING_SECONDS = 1.5;
const SECONDS = 70;
const MAX_ROUNDS = 3;

const Sent = z.object({
  /** Webhooks per second. */
  rate: z.number(),
  /** Microseconds of CPU per webhook. */
  cpu: z.number(),
  /** Microseconds of it to render and sign. */
  signing: z.number(),
});
type Sent = z.output<typeof Sent>;

const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

/** Part `webhooks`: webhooks per second, compared with a plain undici loop. */
export const webhookSending: Part = async (settings) => {
  const receiver = fork(program("webhook-receiver.ts"));
  try {
    const [urls] = await once(receiver, "message");
    const senders = peersInstalled() ? ["ours", "undici"] : ["ours"];
    const setups = z
      .array(z.string())
      .parse(urls)
      .flatMap((url) => [
        { url, connections: 10 },
        { url, connections: 100 },
      ]);
    const sent = new Map<string, Sent[]>();
    for (const _ of rounds(Math.min(settings.rounds, MAX_ROUNDS), SECONDS))
      for (const setup of setups)
        for (const sender of shuffled(senders)) {
          const key = `${sender} ${setupName(setup)}`;
          sent.set(key, [...(sent.get(key) ?? []), await sendThrough(sender, setup)]);
        }
    const note = `Signed bodies of 0.9 KB to a receiver in another process that answers at once; ${SENDING_SECONDS} s each, medians of ${sent.values().next().value?.length} rounds. Shares of the same round.`;
    return [
      { title: "Sending webhooks", note, rows: setups.map((setup) => setupRow(setupName(setup), sent)) },
    ];
  } finally {
    receiver.kill();
  }
};

interface Setup {
  url: string;
  connections: number;
}

const setupName = ({ url, connections }: Setup): string =>
  `${new URL(url).protocol}// ${connections} at once`;

async function sendThrough(sender: string, { url, connections }: Setup): Promise<Sent> {
  const { stdout } = await run(
    process.execPath,
    [program("webhook-sender.ts"), sender, url, String(connections), String(SENDING_SECONDS)],
    {
      env: {
        ...process.env,
        ALLOW_INSECURE_WEBHOOKS: "1",
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
        NODE_NO_WARNINGS: "1",
      },
    },
  );
  return Sent.parse(JSON.parse(stdout));
}

function setupRow(setup: string, sent: ReadonlyMap<string, readonly Sent[]>): Row {
  const of = (sender: string): readonly Sent[] => sent.get(`${sender} ${setup}`) ?? [];
  const rates = (sender: string): number[] => of(sender).map(({ rate }) => rate);
  const share = (sender: string, budget: Budget): Figure => ({
    value: pairedRatio(rates("ours"), rates(sender)),
    unit: "×",
    budget,
  });
  const signing = median(of("ours").map((each) => (100 * each.signing) / each.cpu));
  return {
    name: setup,
    cells: {
      ours: { value: median(rates("ours")), unit: "/s" },
      "of undici": share("undici", { atLeast: 0.6 }),
      "signing, of its CPU": { value: signing, unit: "%", budget: { atMost: 10 } },
    },
  };
}
