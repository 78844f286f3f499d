import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { ServiceOutputs } from "#infra/outputs.ts";
import { SettingError } from "#infra/setting-error.ts";
import { startAws } from "./aws/start-aws.ts";
import type { AwsEndpoint, QueueEngine, Usage } from "./aws/types.ts";
import { checkEnvironments } from "./check-environments.ts";
import { instancesOf, startFunctions } from "./cloud-functions.ts";
import { openCheckpoints } from "./events/checkpoints.ts";
import { type EventSources, startEventSources } from "./events/event-sources.ts";
import { type FrontDoor, openFrontDoor } from "./front-door.ts";
import { readApi } from "./gateway/api-document.ts";
import { createGateway } from "./gateway/gateway.ts";
import type { Outcome } from "./lambda/instance.ts";
import type { Lambda } from "./lambda/lambda.ts";
import { contextFor, type LocalProvider, secretsFor } from "./provider.ts";
import { indexStream } from "./stream-index.ts";
import { currentAssembly } from "./synthesis/current-assembly.ts";
import { readAssembly } from "./template/assembly.ts";
import { type Blueprint, readBlueprint } from "./template/blueprint.ts";
import { startTtlSweeper } from "./ttl-sweeper.ts";

/** How to run the local cloud. */
export interface CloudOptions {
  /** Where everything it keeps lies (`LOCAL_DIR`). */
  directory: string;
  /** Port of the API; 0 is any free one. */
  port: number;
  /** Variables every function gets beyond the template's, such as `RATE_LIMIT_PER_MINUTE`. */
  environment?: Record<string, string>;
  /** A cloud assembly to run; without it that of the present sources. */
  assembly?: string;
  /** Instances of a function at once; default 3. */
  maxInstances?: number;
  /** Where users may sign in beside here. */
  provider?: LocalProvider;
  dynamodbEndpoint?: string;
  conflictSeed?: number;
  /** Called with one line of text as each step of the start begins. */
  progress?: (step: string) => void;
}

/** What operators and tests use, and whatever else the stack has. */
const CloudOutputs = ServiceOutputs.catchall(z.string());

/** The running local cloud. */
export interface Cloud {
  /** `http://127.0.0.1:<port>/v1` */
  baseUrl: string;
  /** `AWS_ENDPOINT_URL` of the functions. */
  awsEndpoint: string;
  /** Address of the DynamoDB engine itself. */
  tableEndpoint: string;
  queues: QueueEngine;
  /** Outputs of the stacks, with local values. */
  outputs: z.output<typeof CloudOutputs>;
  /** Calls by function id, then `service:Action`. */
  usage(): Usage;
  /** The last lines a function printed, by its id. */
  logs(functionId: string): string[];
  /** Calls a function by its id. */
  invoke(functionId: string, event: unknown): Promise<Outcome>;
  /** Ends every instance of a function, by its id, in the middle of whatever it does. */
  kill(functionId: string): Promise<void>;
  /** Runs every schedule once, now. */
  runSchedules(): Promise<void>;
  /** Takes no more calls, finishes those under way (for at most 10 s), and ends. */
  stop(): Promise<void>;
}

const DRAIN_MILLISECONDS = 10_000;

/** Starts the local cloud; what the directory holds already goes on. Rejects with a `SettingError` if the port or the folder is in use. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const directory = resolve(options.directory);
  makeFolder(directory);
  const door = await openFrontDoor(options.port);
  const { progress = () => {} } = options;
  try {
    progress(
      "Bundling the functions and synthesizing the stack. This takes a while after a change of the sources.",
    );
    const assembly = await readAssembly(
      options.assembly ?? (await currentAssembly(options.provider && contextFor(options.provider))),
    );
    // Queue addresses are known once the endpoint listens; nothing that starts it depends on them.
    const { callers, tables, queues, keys, functions } = readBlueprint(assembly, { aws: "http://127.0.0.1" });
    checkEnvironments(functions, callers);
    const { dynamodbEndpoint, conflictSeed } = options;
    const secrets = options.provider && secretsFor(options.provider);
    const resources = { callers, tables, queues, keys, secrets };
    progress("Starting the table, the queues and the keys.");
    const aws = await startAws({ directory, ...resources, dynamodbEndpoint, conflictSeed });
    try {
      if (dynamodbEndpoint === undefined) indexStream(directory);
      return await serve(
        { ...options, directory },
        { door, aws, blueprint: readBlueprint(assembly, { aws: aws.url }) },
      );
    } catch (error) {
      await aws.close();
      throw error;
    }
  } catch (error) {
    await door.close(0);
    throw error;
  }
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (cause) {
    throw new SettingError(
      `LOCAL_DIR must be a folder, but "${directory}" is not one and can't be created.`,
      { cause },
    );
  }
}

interface Base {
  door: FrontDoor;
  aws: AwsEndpoint;
  blueprint: Blueprint;
}

async function serve(options: CloudOptions, { door, aws, blueprint }: Base): Promise<Cloud> {
  const { directory, maxInstances } = options;
  const api = readApi(blueprint.apiBody, blueprint.binaryMediaTypes);
  const lambda = startFunctions(options, blueprint, aws.url);
  const checkpoints = openCheckpoints(join(directory, "checkpoints.json"));
  const events = await startEventSources({
    sources: blueprint.eventSources,
    aws,
    invoke: lambda.invoke,
    waitForCapacity: lambda.waitForCapacity,
    checkpoints,
    concurrency: (name) => instancesOf(name, blueprint, maxInstances),
  });
  const sweeper = startTtlSweeper(aws.tableEndpoint, blueprint.tables);
  door.open(createGateway(api, lambda.invoke));
  const cloud = describeCloud({ door, aws, lambda, events, blueprint });
  const file = join(directory, "cloud.json");
  const { baseUrl, awsEndpoint, outputs } = cloud;
  writeFileSync(file, JSON.stringify({ awsEndpoint, baseUrl, outputs, pid: process.pid }, null, 2));
  return {
    ...cloud,
    async stop() {
      const pollers = events.stop();
      await Promise.all([
        door.close(DRAIN_MILLISECONDS),
        atMost(DRAIN_MILLISECONDS, pollers),
        sweeper.stop(),
      ]);
      await lambda.close();
      await pollers;
      await aws.close();
      checkpoints.close();
      rmSync(file, { force: true });
    },
  };
}

interface Parts extends Base {
  lambda: Lambda;
  events: EventSources;
}

function describeCloud({ door, aws, lambda, events, blueprint }: Parts): Omit<Cloud, "stop"> {
  const baseUrl = `http://127.0.0.1:${door.port}/v1`;
  const deployedUrl = blueprint.outputs.get("BaseUrl") ?? "";
  const outputs = [...blueprint.outputs].map(([name, value]) => [name, value.replace(deployedUrl, baseUrl)]);
  const byId = new Map(blueprint.functions.map(({ id, name }) => [id, name]));
  const idOf = new Map(blueprint.functions.map(({ id, name }) => [name, id]));
  return {
    baseUrl,
    awsEndpoint: aws.url,
    tableEndpoint: aws.tableEndpoint,
    queues: aws.queues,
    outputs: CloudOutputs.parse(Object.fromEntries(outputs)),
    usage: () => new Map([...aws.usage()].map(([caller, calls]) => [idOf.get(caller) ?? caller, calls])),
    logs: lambda.logs,
    invoke: (id, event) => lambda.invoke(byId.get(id) ?? id, JSON.stringify(event)),
    kill: (id) => lambda.kill(byId.get(id) ?? id),
    runSchedules: events.runSchedules,
  };
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, resolve: giveUp } = Promise.withResolvers<void>();
  const timer = setTimeout(giveUp, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
