import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { systemClock } from "./clock.ts";
import { createTables } from "./create-tables.ts";
import { answerAwsCalls } from "./endpoint.ts";
import { type Engine, startEngine } from "./engine.ts";
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
  const server = createServer({ noDelay: true });
  // Callers keep their connections; one that we closed in the moment of reuse would fail a call for no reason.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const url = `http://127.0.0.1:${await listenOnKeptPort(server, options.directory, options.port)}`;
  server.on(
    "request",
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
      await closeServer(server);
      queues.close();
      tables.close();
      store.close();
      await engine.stop();
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
