import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type FunctionDefinition,
  OPERATOR,
  REGION,
  readAssembly,
  readBlueprint,
  startAws,
} from "@almanac/local-cloud";
import { readFunctionIds } from "#infra/local/function-ids.ts";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";

/** The table, queues and keys of the service, without consumers of its stream and queues. */
export interface BenchAws {
  url: string;
  /** A folder that `close` removes. */
  directory: string;
  functions: FunctionDefinition[];
  close(): Promise<void>;
}

/** The environment with which a function calls an AWS endpoint with all permissions. */
export const operatorEnvironment = (awsEndpoint: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: awsEndpoint,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: OPERATOR,
  AWS_SECRET_ACCESS_KEY: "local",
  ALLOW_INSECURE_WEBHOOKS: "1",
  ALLOW_INSECURE_CALENDARS: "1",
});

/** Starts an empty AWS, and sets the environment of `lib` in this process to it. */
export async function startBenchAws(): Promise<BenchAws> {
  const { path: directory, remove } = mkdtempDisposableSync(join(tmpdir(), "almanac-bench-"));
  const assembly = await readAssembly(await getCurrentAssembly());
  const { tables, queues, keys } = readBlueprint(assembly, { aws: "http://127.0.0.1" });
  const aws = await startAws({ directory, callers: new Map(), tables, queues, keys });
  const { functions } = readBlueprint(assembly, { aws: aws.url, functionIds: readFunctionIds() });
  Object.assign(
    process.env,
    ...functions.map(({ environment }) => environment),
    operatorEnvironment(aws.url),
  );
  return {
    url: aws.url,
    directory,
    functions,
    async close() {
      await aws.close();
      remove();
    },
  };
}
