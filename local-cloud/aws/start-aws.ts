import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createAwsHandler } from "./aws-handler.ts";
import { createTables } from "./create-tables.ts";

import { type Engine, startEngine } from "./engine.ts";
import { Keys } from "./keys.ts";
import { listenOnStoredPort } from "./ports.ts";
import { MessageMoveTasks } from "./queues/message-move-tasks.ts";
import { readQueue } from "./queues/queue.ts";
import { queueActions } from "./queues/queue-actions.ts";
import { QueueStore } from "./queues/queue-store.ts";
import { Queues } from "./queues/queues.ts";
import { RoleCheck } from "./role-check.ts";
import { secretActions } from "./secrets.ts";
import { listTablePermissions } from "./table-permissions.ts";
import { TableProxy } from "./table-proxy.ts";
import { type AwsEndpoint, type AwsOptions, SYSTEM_CLOCK } from "./types.ts";

const DEFAULT_SEED = 1;

/**
 * Starts the local AWS: one endpoint for DynamoDB (and its streams), SQS, KMS and secrets, which checks each call against
 * its caller's role. Creates missing tables, queues and keys, and deletes none. Only one process at a time may use a
 * folder. Acknowledged writes survive even a kill.
 */
export async function startAws(options: AwsOptions): Promise<AwsEndpoint> {
  mkdirSync(options.directory, { recursive: true });
  // The store locks the folder. Only with the lock may the start of the engine stop a stale one.
  const store = new QueueStore(join(options.directory, "queues.db"));
  let engine: Engine | undefined;
  try {
    engine = await openEngine(options);
    return await serve(options, store, engine);
  } catch (error) {
    await engine?.stop();
    store.close();
    throw error;
  }
}

const openEngine = async ({ dynamodbEndpoint, directory }: AwsOptions): Promise<Engine> =>
  dynamodbEndpoint === undefined
    ? await startEngine(directory)
    : { endpoint: dynamodbEndpoint, stop: async () => {} };

async function serve(options: AwsOptions, store: QueueStore, engine: Engine): Promise<AwsEndpoint> {
  await createTables(engine.endpoint, options.tables);
  const clock = options.clock ?? SYSTEM_CLOCK;
  const queues = new Queues(options.queues.map(readQueue), store, clock);
  const roles = new RoleCheck(options.callers);
  const keyNames = new Map(
    options.tables.map((table) => [table.TableName, table.KeySchema.map((key) => key.AttributeName)]),
  );
  const tables = new TableProxy(engine.endpoint, keyNames, {
    conflictSeed: options.conflictSeed ?? DEFAULT_SEED,
    faults: options.faults,
  });
  // Callers reuse connections. Closing an idle one could fail a call that is just being sent.
  const server = createServer({ noDelay: true, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  const url = `http://127.0.0.1:${await listenOnStoredPort(server, options.directory, options.port)}`;
  server.on(
    "request",
    createAwsHandler({
      roles,
      tables,
      keyNames,
      queueActions: queueActions({
        queues,
        moveTasks: new MessageMoveTasks(queues, store, clock),
        origin: url,
      }),
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
    authorizeTableCall: (caller, operation, request) =>
      roles.authorize(caller, listTablePermissions(operation, request, keyNames)),
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
