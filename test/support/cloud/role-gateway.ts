import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AwsEndpoint,
  type Blueprint,
  createGateway,
  type FunctionDefinition,
  type InvokeOptions,
  type Outcome,
  REGION,
  readApi,
  readAssembly,
  readBlueprint,
  startApiServer,
  startAws,
  type Usage,
} from "@almanac/local-cloud";
import { connectDirectly } from "@almanac/local-cloud/testing/direct-table.ts";
import { afterAll, beforeAll } from "vitest";
import { BASE_PATHS } from "#infra/base-paths.ts";
import { CloudOutputs } from "#infra/local/cloud.ts";
import { readFunctionIds } from "#infra/local/function-ids.ts";
import { type LocalProvider, providerSecrets } from "#infra/local/provider.ts";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { useCheapPasswordHashes } from "#test/support/secrets/cheap-password-hashes.ts";
import { faultIn } from "#test/support/secrets/require-clean-log.ts";
import { leaseSharedEngine } from "#test/support/table/shared-engine.ts";
import { TEST_SETTINGS, useCloudEnvironment } from "./cloud.ts";
import { contextOf, invokeSource } from "./source-gateway.ts";

interface RoleGateway {
  baseUrl: string;
  /** Calls by function id, then `service:Action`. */
  usage(): Usage;
  /** Returns all lines that a function has logged, by its id. */
  logs(functionId: string): string[];
  close(): Promise<void>;
}

/**
 * Runs the local gateway for the tests of a file, in front of the functions' sources in this process. Each call has the environment and the role
 * that the template gives its function, and no caches, like the first call of an instance; the threads and bundles of a cloud take five times as
 * much CPU time. Calls run one after the other, because they share the environment: while one runs, the test must not use `lib`. The log must not
 * contain secrets, personal data or undeclared lines.
 */
export function useRoleGateway(provider?: LocalProvider): () => RoleGateway {
  let gateway: RoleGateway | undefined;
  let useRealHashes = (): void => {};
  beforeAll(async () => {
    useRealHashes = useCheapPasswordHashes();
    gateway = await startRoleGateway(provider);
  });
  afterAll(async () => {
    useRealHashes();
    await gateway?.close();
  });
  return () => {
    if (!gateway) throw new Error("The gateway is not running yet.");
    return gateway;
  };
}

async function startRoleGateway(provider?: LocalProvider): Promise<RoleGateway> {
  const directory = mkdtempSync(join(tmpdir(), "almanac-roles-"));
  const assembly = await readAssembly(await getCurrentAssembly(provider && contextOf(provider)));
  const readParts = (aws: string): Blueprint =>
    readBlueprint(assembly, { aws, functionIds: readFunctionIds() });
  const { callers, tables, queues, keys } = readParts("http://127.0.0.1");
  const engine = await leaseSharedEngine(tables.map(({ TableName }) => TableName).join());
  const aws = await startAws({
    directory,
    callers,
    // No function of the gateway reads the stream, which slows down the engine.
    tables: tables.map(({ StreamSpecification: _, ...table }) => table),
    queues,
    keys,
    ...(provider && { secrets: providerSecrets(provider) }),
    ...(engine && { dynamodbEndpoint: engine.endpoint }),
  });
  const blueprint = readParts(aws.url);
  const disconnect = connectDirectly(
    aws,
    new Map(tables.map(({ TableName, KeySchema }) => [TableName, KeySchema.map((key) => key.AttributeName)])),
  );
  const server = await startApiServer(0);
  const { functions, outputs } = blueprint;
  const instances = new Instances(functions, aws, {
    ...TEST_SETTINGS,
    ...(provider && { OIDC_ISSUER: provider.issuer }),
  });
  const api = readApi(blueprint.apiBody, blueprint.binaryMediaTypes);
  server.setListener(createGateway(api, instances.invoke, { stage: blueprint.stage, basePaths: BASE_PATHS }));
  useCloudEnvironment({ awsEndpoint: aws.url, outputs: CloudOutputs.parse(Object.fromEntries(outputs)) });
  return {
    baseUrl: `http://127.0.0.1:${server.port}/${blueprint.stage}`,
    usage: () => new Map(functions.map(({ name, id }) => [id, aws.usage().get(name) ?? new Map()])),
    logs: (id) => instances.logs.get(id) ?? [],
    async close() {
      await server.close(0);
      disconnect();
      await aws.close();
      engine?.release();
      rmSync(directory, { recursive: true });
      requireCleanLines(instances.logs);
    },
  };
}

/** The functions, each call of which is the first one of an instance. */
class Instances {
  readonly logs = new Map<string, string[]>();
  readonly #functions: ReadonlyMap<string, FunctionDefinition>;
  readonly #environment: Record<string, string>;
  /** Ends when no call runs. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    functions: readonly FunctionDefinition[],
    { url }: AwsEndpoint,
    settings: Record<string, string>,
  ) {
    this.#functions = new Map(functions.map((definition) => [definition.name, definition]));
    this.#environment = {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: REGION,
      AWS_SECRET_ACCESS_KEY: "local",
      ...settings,
    };
  }

  readonly invoke = (name: string, event: string, options?: InvokeOptions): Promise<Outcome> => {
    const definition = this.#functions.get(name);
    if (!definition) throw new Error(`There is no function ${name}.`);
    const outcome = this.#running.then(() => this.#run(definition, event, options));
    this.#running = outcome;
    return outcome;
  };

  async #run({ id, name, environment }: FunctionDefinition, event: string, options?: InvokeOptions) {
    const { env, stdout } = process;
    const { write } = stdout;
    const lines = this.logs.get(id) ?? [];
    this.logs.set(id, lines);
    process.env = { ...environment, ...this.#environment, AWS_ACCESS_KEY_ID: name };
    stdout.write = (line: string | Uint8Array): boolean => {
      lines.push(String(line).trimEnd());
      return true;
    };
    changeService();
    try {
      return await invokeSource(id, event, options);
    } finally {
      process.env = env;
      stdout.write = write;
      changeService();
    }
  }
}

function requireCleanLines(logs: ReadonlyMap<string, readonly string[]>): void {
  const faults = [...logs].flatMap(([id, lines]) => lines.map((line) => ({ id, fault: faultIn(line) })));
  const found = faults.find(({ fault }) => fault !== undefined);
  if (found) throw new Error(`The log of ${found.id} contains ${found.fault}.`);
}
