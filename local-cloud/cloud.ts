import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { BASE_PATHS } from "#infra/base-paths.ts";
import { ServiceOutputs } from "#infra/outputs.ts";
import { SettingError } from "#infra/setting-error.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { startAws } from "./aws/start-aws.ts";
import type { AwsEndpoint, QueueEngine, Usage } from "./aws/types.ts";
import { checkEnvironments } from "./check-environments.ts";
import { countInstances, createFunctions } from "./cloud-functions.ts";
import { openCheckpoints } from "./events/checkpoints.ts";
import { type EventSources, startEventSources } from "./events/event-sources.ts";
import { readFunctionIds } from "./function-ids.ts";
import { readApi } from "./gateway/api-document.ts";
import { createGateway } from "./gateway/gateway.ts";
import type { Outcome } from "./lambda/instance.ts";
import type { Lambda } from "./lambda/lambda.ts";
import { type LocalProvider, providerContext, providerSecrets } from "./provider.ts";
import { createStreamIndex } from "./stream-index.ts";
import { getCurrentAssembly } from "./synthesis/current-assembly.ts";
import { readAssembly } from "./template/assembly.ts";
import { type Blueprint, readBlueprint } from "./template/blueprint.ts";
import { startTtlSweeper } from "./ttl-sweeper.ts";

/** How to run the local cloud. */
export interface CloudOptions {
  /** Folder of all stored data (`LOCAL_DIR`). */
  directory: string;
  /** Port of the API; 0 is any free one. */
  port: number;
  /** Environment variables of every function in addition to the template's, such as `RATE_LIMIT_PER_MINUTE`. */
  environment?: Record<string, string>;
  /** Folder of a cloud assembly; by default, that of the current sources. */
  assembly?: string;
  /** Maximum number of instances of a function; default 3. */
  maxInstances?: number;
  /** OpenID provider at which users can sign in. */
  provider?: LocalProvider;
  dynamodbEndpoint?: string;
  conflictSeed?: number;
  /** Called with one line of text at the start of each step. */
  progress?: (step: string) => void;
}

/** The outputs of the service, and all others of the stack. */
const CloudOutputs = ServiceOutputs.catchall(z.string());

/** The running local cloud. */
export interface Cloud {
  /** `http://127.0.0.1:<port>/v1` */
  baseUrl: string;
  /** `AWS_ENDPOINT_URL` of the functions. */
  awsEndpoint: string;
  /** URL of the DynamoDB engine itself. */
  tableEndpoint: string;
  queues: QueueEngine;
  /** Outputs of the stacks, with local values. */
  outputs: z.output<typeof CloudOutputs>;
  /** Calls by function id, then `service:Action`. */
  usage(): Usage;
  /** Returns the last lines of a function's output, by its id. */
  logs(functionId: string): string[];
  /** Calls a function by its id. */
  invoke(functionId: string, event: unknown): Promise<Outcome>;
  /** Terminates every instance of a function, by its id, even during a call. */
  kill(functionId: string): Promise<void>;
  /** Runs every schedule once, immediately. */
  runSchedules(): Promise<void>;
  /** Accepts no more calls, waits for running ones (at most 10 s), and stops. */
  stop(): Promise<void>;
}

const DRAIN_MILLISECONDS = 10_000;

/**
 * Starts the local cloud with the data in the directory.
 *
 * @throws {StartError} if the port or the folder is in use, or the engine is not installed
 * @throws {SettingError} if the folder can't be created
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const directory = resolve(options.directory);
  createFolder(directory);
  const server = await startApiServer(options.port);
  const { progress = () => {} } = options;
  try {
    progress(
      "Bundling the functions and synthesizing the stack. This takes a while after a change of the sources.",
    );
    const assembly = await readAssembly(
      options.assembly ?? (await getCurrentAssembly(options.provider && providerContext(options.provider))),
    );
    // The endpoint's URL is not known yet; none of these parts contains it.
    const readParts = (aws: string) => readBlueprint(assembly, { aws, functionIds: readFunctionIds() });
    const { callers, tables, queues, keys, functions } = readParts("http://127.0.0.1");
    checkEnvironments(functions, callers);
    const { dynamodbEndpoint, conflictSeed } = options;
    const secrets = options.provider && providerSecrets(options.provider);
    const resources = { callers, tables, queues, keys, secrets };
    progress("Starting the table, the queues and the keys.");
    const aws = await startAws({ directory, ...resources, dynamodbEndpoint, conflictSeed });
    try {
      if (dynamodbEndpoint === undefined) createStreamIndex(directory);
      return await serve({ ...options, directory }, { server, aws, blueprint: readParts(aws.url) });
    } catch (error) {
      await aws.close();
      throw error;
    }
  } catch (error) {
    await server.close(0);
    throw error;
  }
}

function createFolder(directory: string): void {
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
  server: ApiServer;
  aws: AwsEndpoint;
  blueprint: Blueprint;
}

async function serve(options: CloudOptions, { server, aws, blueprint }: Base): Promise<Cloud> {
  const { directory, maxInstances } = options;
  const api = readApi(blueprint.apiBody, blueprint.binaryMediaTypes);
  const lambda = createFunctions(options, blueprint, aws.url);
  const checkpoints = openCheckpoints(join(directory, "checkpoints.json"));
  const events = await startEventSources({
    sources: blueprint.eventSources,
    aws,
    invoke: lambda.invoke,
    waitForCapacity: lambda.waitForCapacity,
    checkpoints,
    concurrency: (name) => countInstances(name, blueprint, maxInstances),
  });
  const sweeper = startTtlSweeper(aws.tableEndpoint, blueprint.tables);
  server.setListener(createGateway(api, lambda.invoke, BASE_PATHS));
  const cloud = describeCloud({ server, aws, lambda, events, blueprint });
  const file = join(directory, "cloud.json");
  const { baseUrl, awsEndpoint, outputs } = cloud;
  writeFileSync(file, JSON.stringify({ awsEndpoint, baseUrl, outputs, pid: process.pid }, null, 2));
  return {
    ...cloud,
    async stop() {
      const pollers = events.stop();
      await Promise.all([
        server.close(DRAIN_MILLISECONDS),
        waitAtMost(DRAIN_MILLISECONDS, pollers),
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

function describeCloud({ server, aws, lambda, events, blueprint }: Parts): Omit<Cloud, "stop"> {
  const baseUrl = `http://127.0.0.1:${server.port}/v1`;
  const deployedUrl = blueprint.outputs.get("BaseUrl") ?? "";
  const outputs = [...blueprint.outputs].map(([name, value]) => [name, value.replace(deployedUrl, baseUrl)]);
  const namesById = new Map(blueprint.functions.map(({ id, name }) => [id, name]));
  const idsByName = new Map(blueprint.functions.map(({ id, name }) => [name, id]));
  return {
    baseUrl,
    awsEndpoint: aws.url,
    tableEndpoint: aws.tableEndpoint,
    queues: aws.queues,
    outputs: CloudOutputs.parse(Object.fromEntries(outputs)),
    usage: () => new Map([...aws.usage()].map(([name, calls]) => [idsByName.get(name) ?? name, calls])),
    logs: lambda.logs,
    invoke: (id, event) => lambda.invoke(namesById.get(id) ?? id, JSON.stringify(event)),
    kill: (id) => lambda.kill(namesById.get(id) ?? id),
    runSchedules: events.runSchedules,
  };
}

async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, resolve: stopWaiting } = Promise.withResolvers<void>();
  const timer = setTimeout(stopWaiting, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
