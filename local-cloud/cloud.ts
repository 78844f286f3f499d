import { join, resolve } from "node:path";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { getEnginePath } from "./aws/engine.ts";
import { startAws } from "./aws/start-aws.ts";
import type { AwsEndpoint, QueueEngine, Usage } from "./aws/types.ts";
import { checkEnvironments } from "./check-environments.ts";
import { countInstances, createFunctions } from "./cloud-functions.ts";
import { openCheckpoints } from "./events/checkpoints.ts";
import { type EventSources, startEventSources } from "./events/event-sources.ts";
import { readApi } from "./gateway/api-document.ts";
import { createGateway } from "./gateway/gateway.ts";
import type { Outcome } from "./lambda/instance.ts";
import type { Lambda } from "./lambda/lambda.ts";
import { MAIL_FOLDER, MailStore } from "./mail/mail-store.ts";
import { withMailbox } from "./mail/mailbox.ts";
import { createStreamIndex } from "./stream-index.ts";
import { readAssembly } from "./template/assembly.ts";
import { type Blueprint, readBlueprint } from "./template/blueprint.ts";
import { API_ORIGIN } from "./template/local-names.ts";
import { startTtlSweeper } from "./ttl-sweeper.ts";

/** How to run the local cloud. */
export interface CloudOptions {
  /** Folder of all stored data; created if it is missing. */
  directory: string;
  /** Port of the API; 0 is any free one. */
  port: number;
  /** Folder of a cloud assembly, or a function that creates it and is called after the engine was found and the port reserved. */
  assembly: string | (() => Promise<string>);
  /** Environment variables of every function in addition to the template's. */
  environment?: Record<string, string>;
  /** Ids of functions by the ids of their constructs; by default, the latter. */
  functionIds?: ReadonlyMap<string, string>;
  /** Base paths of custom domains, besides the root and the stage. */
  basePaths?: readonly string[];
  /** Maximum number of instances of a function; default 3. */
  maxInstances?: number;
  /** ARN of a secret → its value. */
  secrets?: ReadonlyMap<string, string>;
  /** Folder of V8's compile cache for the functions; by default in the folder of the data. */
  compileCache?: string;
  /** DynamoDB endpoint to use instead of the engine. */
  dynamodbEndpoint?: string;
  /** Seed of the injected TransactionConflicts; default 1. */
  conflictSeed?: number;
  /** Called with one line of text at the start of each step. */
  progress?: (step: string) => void;
}

/** The running local cloud. */
export interface Cloud {
  /** URL of the API's stage: `http://127.0.0.1:<port>/<stage>` */
  baseUrl: string;
  /** `AWS_ENDPOINT_URL` of the functions. */
  awsEndpoint: string;
  /** URL of the DynamoDB engine itself. */
  tableEndpoint: string;
  queues: QueueEngine;
  /** Outputs of the stacks, with local values. */
  outputs: Record<string, string>;
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
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const directory = resolve(options.directory);
  if (options.dynamodbEndpoint === undefined) getEnginePath();
  const server = await startApiServer(options.port);
  const { functionIds, secrets, dynamodbEndpoint, conflictSeed, progress = () => {} } = options;
  try {
    const folder = typeof options.assembly === "string" ? options.assembly : await options.assembly();
    const assembly = await readAssembly(folder);
    // The endpoint's URL is not known yet; none of these parts contains it.
    const readParts = (aws: string) => readBlueprint(assembly, { aws, ...(functionIds && { functionIds }) });
    const { callers, tables, queues, keys, functions } = readParts("http://127.0.0.1");
    checkEnvironments(functions, callers);
    progress("Starting the table, the queues and the keys.");
    const aws = await startAws({
      ...{ directory, callers, tables, queues, keys },
      ...(secrets && { secrets }),
      ...(dynamodbEndpoint !== undefined && { dynamodbEndpoint }),
      ...(conflictSeed !== undefined && { conflictSeed }),
    });
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

interface Base {
  server: ApiServer;
  aws: AwsEndpoint;
  blueprint: Blueprint;
}

async function serve(options: CloudOptions, { server, aws, blueprint }: Base): Promise<Cloud> {
  const { directory, maxInstances, basePaths = [] } = options;
  const api = readApi(blueprint.apiBody, blueprint.binaryMediaTypes);
  const lambda = createFunctions(options, blueprint, { aws: aws.url, api: originOf(server) });
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
  const mails = new MailStore(join(directory, MAIL_FOLDER));
  const gateway = createGateway(api, lambda.invoke, { stage: blueprint.stage, basePaths });
  server.setListener(withMailbox(mails, gateway));
  return {
    ...describeCloud({ server, aws, lambda, events, blueprint }),
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
    },
  };
}

interface Parts extends Base {
  lambda: Lambda;
  events: EventSources;
}

const originOf = ({ port }: ApiServer): string => `http://127.0.0.1:${port}`;

function describeCloud({ server, aws, lambda, events, blueprint }: Parts): Omit<Cloud, "stop"> {
  const origin = originOf(server);
  const outputs = [...blueprint.outputs].map(([name, value]) => [name, value.replace(API_ORIGIN, origin)]);
  const namesById = new Map(blueprint.functions.map(({ id, name }) => [id, name]));
  const idsByName = new Map(blueprint.functions.map(({ id, name }) => [name, id]));
  return {
    baseUrl: `${origin}/${blueprint.stage}`,
    awsEndpoint: aws.url,
    tableEndpoint: aws.tableEndpoint,
    queues: aws.queues,
    outputs: Object.fromEntries(outputs),
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
