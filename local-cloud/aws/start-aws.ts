import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { MAIL_FOLDER, MailStore } from "#local-cloud/mail/mail-store.ts";
import { createAwsHandler, type LocalServices } from "./aws-handler.ts";
import { createTables } from "./create-tables.ts";
import { Emails } from "./emails.ts";
import { type Engine, startEngine } from "./engine.ts";
import { Keys } from "./keys.ts";
import { listenOnStoredPort } from "./ports.ts";
import { MessageMoveTasks } from "./queues/message-move-tasks.ts";
import { readQueue } from "./queues/queue.ts";
import { type QueueParts, queueActions } from "./queues/queue-actions.ts";
import { QueueStore } from "./queues/queue-store.ts";
import { Queues } from "./queues/queues.ts";
import { RoleCheck } from "./role-check.ts";
import { secretActions } from "./secrets.ts";
import { listTablePermissions } from "./table-permissions.ts";
import { TableProxy } from "./table-proxy.ts";
import { type AwsEndpoint, type AwsOptions, SYSTEM_CLOCK } from "./types.ts";

const DEFAULT_SEED = 1;

/**
 * Starts the local AWS: one endpoint for DynamoDB (and its streams), SQS, KMS, secrets and SES, which checks each call against
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
  const queueParts = { queues, moveTasks: new MessageMoveTasks(queues, store, clock), origin: url };
  server.on("request", createAwsHandler(createServices(options, { roles, tables, keyNames }, queueParts)));
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

const createServices = (
  { directory, keys, secrets }: AwsOptions,
  access: Pick<LocalServices, "roles" | "tables" | "keyNames">,
  queues: QueueParts,
): LocalServices => ({
  ...access,
  queueActions: queueActions(queues),
  keys: new Keys(directory, keys),
  secrets: secretActions(secrets ?? new Map()),
  emails: new Emails(new MailStore(join(directory, MAIL_FOLDER))),
});

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
