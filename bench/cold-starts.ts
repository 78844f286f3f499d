import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FunctionDefinition } from "@almanac/local-cloud";
import { loadRegistry, required } from "#infra/registry.ts";
import { AnswerServer } from "./answer-server.ts";
import { type BenchAws, operatorEnvironment, startBenchAws } from "./bench-aws.ts";
import { type Bootable, boot, type Start } from "./boot.ts";
import { coldStartTables } from "./cold-start-tables.ts";
import { firstEvents } from "./first-events.ts";
import { JOB, PEERS } from "./job.ts";
import { type Part, rounds } from "./part.ts";
import { bundleBare, bundlePeers, peersInstalled } from "./peer-bundles.ts";
import { shuffled } from "./statistics.ts";

const SECONDS = 170;
/** Calls of each process whose CPU is measured. */
const WARM_CALLS = 300;
const WARM_ROUNDS = 3;

/**
 * Part `cold`: the time from the start of a process to the response to its first event, for every function and the peers; the CPU of further
 * calls for one function and the peers.
 */
export const coldStarts: Part = async (settings) => {
  const registry = await loadRegistry();
  const aws = await startBenchAws();
  const answers = await AnswerServer.start(aws.url);
  try {
    const events = await firstEvents(registry, `${answers.url}/webhook`);
    const measured = aws.functions.filter(({ id }) => isMeasured(id, settings.only));
    const functions = await Promise.all(
      measured.map((definition) =>
        bootableOf(definition, { aws, answers, event: events.get(definition.id) }),
      ),
    );
    const others = await otherHandlers(functions);
    for (const each of functions) {
      answers.record(each.id);
      await boot(each);
    }
    const starts = new Map<string, Start[]>([...functions, ...others].map(({ id }) => [id, []]));
    for (const _ of rounds(settings.rounds, SECONDS))
      for (const each of shuffled([...functions, ...others])) {
        answers.replay(others.includes(each) ? JOB : each.id);
        required(starts, each.id).push(await boot(each));
      }
    const cpu = await measureWarmCalls([...functions, ...others].filter(isOfJob), answers);
    return coldStartTables({ starts, cpu, server: answers.url }, registry);
  } finally {
    await answers.close();
    await aws.close();
  }
};

/** The function of the job is always measured, because it is compared with the peers. */
const isMeasured = (id: string, only: readonly string[]): boolean =>
  only.length === 0 || only.includes(id) || id === JOB;

/** Whether a handler does the job of the peers: all but the empty handler and our other functions. */
const isOfJob = ({ id }: Bootable): boolean => id === JOB || id in PEERS;

/** Measures the CPU of a call after the first one, in fresh processes: milliseconds by handler, one for each round. */
async function measureWarmCalls(
  handlers: readonly Bootable[],
  answers: AnswerServer,
): Promise<Map<string, number[]>> {
  const cpu = new Map<string, number[]>(handlers.map(({ id }) => [id, []]));
  for (const _ of rounds(WARM_ROUNDS, SECONDS))
    for (const each of shuffled(handlers)) {
      answers.replay(JOB);
      required(cpu, each.id).push((await boot(each, WARM_CALLS)).cpu);
    }
  return cpu;
}

interface Surroundings {
  aws: BenchAws;
  answers: AnswerServer;
  event: unknown;
}

async function bootableOf(
  { id, folder, environment }: FunctionDefinition,
  { aws, answers, event }: Surroundings,
): Promise<Bootable> {
  if (event === undefined) throw new Error(`no first event for ${id}`);
  const eventFile = join(aws.directory, `${id}.json`);
  await writeFile(eventFile, JSON.stringify(event));
  // Queue URLs must also be those of the server.
  const atServer = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(aws.url, answers.url),
  ]);
  return {
    id,
    folder,
    eventFile,
    environment: {
      ...Object.fromEntries(atServer),
      ...operatorEnvironment(answers.url),
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      NODE_NO_WARNINGS: "1",
      TZ: ":UTC",
    },
  };
}

/** The empty handler and, if they are installed, the other frameworks with the job of one endpoint. */
async function otherHandlers(functions: readonly Bootable[]): Promise<Bootable[]> {
  const like = functions.find(({ id }) => id === JOB);
  if (!like) throw new Error(`no function ${JOB}`);
  const bundles = [await bundleBare(), ...(peersInstalled() ? await bundlePeers() : [])];
  return bundles.map(({ id, folder }) => ({ ...like, id, folder }));
}
