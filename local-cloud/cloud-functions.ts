import { join } from "node:path";
import { REGION } from "./aws/types.ts";
import { createLambda, type Lambda } from "./lambda/lambda.ts";
import type { Blueprint } from "./template/blueprint.ts";
import type { FunctionDefinition } from "./template/functions.ts";
import { API_ORIGIN } from "./template/local-names.ts";

const DEFAULT_INSTANCES = 3;

/** Options of the functions. */
interface FunctionsOptions {
  directory: string;
  environment?: Record<string, string>;
  maxInstances?: number;
  compileCache?: string;
}

/** The addresses that functions get in place of those in the template. */
interface Origins {
  aws: string;
  api: string;
}

/** Creates the functions of a blueprint, as callers of the local AWS. */
export function createFunctions(options: FunctionsOptions, blueprint: Blueprint, origins: Origins): Lambda {
  return createLambda({
    functions: blueprint.functions,
    environment: ({ name, environment }: FunctionDefinition) => ({
      ...Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [
          variable,
          value.replace(API_ORIGIN, origins.api),
        ]),
      ),
      AWS_ENDPOINT_URL: origins.aws,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: name,
      AWS_SECRET_ACCESS_KEY: "local",
      ...options.environment,
    }),
    maxInstances: ({ name }) => countInstances(name, blueprint, options.maxInstances),
    logFile: join(options.directory, "log/functions.log"),
    compileCache: options.compileCache ?? join(options.directory, "compile-cache"),
  });
}

/**
 * Returns the maximum number of instances of a function. A queue's function mostly waits for the network, so it may have
 * as many as its event source mapping allows.
 */
export function countInstances(
  name: string,
  { eventSources }: Pick<Blueprint, "eventSources">,
  maxInstances = DEFAULT_INSTANCES,
): number {
  const concurrencies = eventSources.map((source) =>
    source.kind === "queue" && source.functionName === name ? (source.maximumConcurrency ?? 0) : 0,
  );
  return Math.max(maxInstances, ...concurrencies);
}
