import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "./clock.ts";
import { createTables } from "./create-tables.ts";
import { answerAwsCalls } from "./endpoint.ts";
import { type Engine, startEngine } from "./engine.ts";
import { type AnswerRequest, serveHttp } from "./http-server.ts";
import { listenOnKeptPort } from "./kept-port.ts";
import { Keys } from "./keys.ts";
import { MoveTasks } from "./queues/move-tasks.ts";
import { queueFrom } from "./queues/queue.ts";
import { queueActions } from "./queues/queue-actions.ts";
import { QueueStore } from "./queues/queue-store.ts";
import { Queues } from "./queues/queues.ts";
import { RoleCheck } from "./role-check.ts";
import { secretActions } from "./secrets.ts";
import { TableProxy } from "./table-proxy.ts";
import type { AwsEndpoint, AwsOptions } from "./types.ts";

const DEFAULT_SEED = 1;

/**
 * Starts the local AWS: DynamoDB (and its streams), SQS, KMS and secrets behind one address, each call checked against the role
 * of its caller. Creates the tables, queues and keys that the folder lacks and drops none. Only one process at a
 * time may use a folder. Whatever was acknowledged survives even a kill.
 */
export async function startAws(options: AwsOptions): Promise<AwsEndpoint> {
  mkdirSync(options.directory, { recursive: true });
  // The store locks the folder, so it comes before the engine, which may only then stop one left behind.
  const store = new QueueStore(join(options.directory, "queues.db"));
  let engine: Engine | undefined;
  try {
    engine = await engineOf(options);
    return await serve(options, store, engine);
  } catch (error) {
    await engine?.stop();
    store.close();
    throw error;
  }
}

const engineOf = async ({ dynamodbEndpoint, directory }: AwsOptions): Promise<Engine> =>
  dynamodbEndpoint === undefined
    ? await startEngine(directory)
    : { endpoint: dynamodbEndpoint, stop: async () => {} };

async function serve(options: AwsOptions, store: QueueStore, engine: Engine): Promise<AwsEndpoint> {
  await createTables(engine.endpoint, options.tables);
  const clock = options.clock ?? systemClock;
  const queues = new Queues(options.queues.map(queueFrom), store, clock);
  const roles = new RoleCheck(options.callers);
  const keyNames = new Map(
    options.tables.map((table) => [table.TableName, table.KeySchema.map((key) => key.AttributeName)]),
  );
  const tables = new TableProxy(engine.endpoint, keyNames, {
    conflictSeed: options.conflictSeed ?? DEFAULT_SEED,
    faults: options.faults,
  });
  // Queue URLs contain the port, which is known once the server listens.
  const { promise: answering, resolve: answerWith } = Promise.withResolvers<AnswerRequest>();
  const http = serveHttp(async (request, signal) => (await answering)(request, signal));
  const url = `http://127.0.0.1:${await listenOnKeptPort(http.server, options.directory, options.port)}`;
  answerWith(
    answerAwsCalls({
      roles,
      tables,
      keyNames,
      queueActions: queueActions({ queues, moves: new MoveTasks(queues, store, clock), origin: url }),
      keys: new Keys(options.directory, options.keys),
      secrets: secretActions(options.secrets ?? new Map()),
    }),
  );
  return {
    url,
    tableEndpoint: engine.endpoint,
    queues,
    onTransaction: (listener) => tables.onTransaction(listener),
    usage: () => roles.usage,
    async close() {
      await http.close();
      queues.close();
      tables.close();
      store.close();
      await engine.stop();
    },
  };
}
