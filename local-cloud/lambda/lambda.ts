import { randomUUID } from "node:crypto";
import type { FunctionDefinition } from "#local-cloud/template/functions.ts";
import { openFunctionLog } from "./function-log.ts";
import { FunctionPool } from "./function-pool.ts";
import type { Outcome, StreamSink } from "./instance.ts";
import { traceInvocation } from "./lineage.ts";

/** How to call a function. */
export interface InvokeOptions {
  /** Receives the response as a stream. */
  sink?: StreamSink;
  /** The trace headers of the messages in the event. */
  traceHeaders?: readonly string[];
}

/** The local Lambda service: every function of the template, by its name. */
export interface Lambda {
  /**
   * Calls a function with an event as JSON. The call fails if the trace headers contain too many calls of the function
   * and it does not allow a recursive loop.
   */
  invoke(functionName: string, event: string, options?: InvokeOptions): Promise<Outcome>;
  /** Resolves when no call of a function waits for an instance. */
  waitForCapacity(functionName: string): Promise<void>;
  /** Terminates every instance of a function, even during a call, like a crash. */
  kill(functionName: string): Promise<void>;
  /** Returns the last lines of a function's output, by its id. */
  logs(functionId: string): string[];
  /** Terminates every instance; running calls fail. */
  close(): Promise<void>;
}

/** The functions and their surroundings. */
export interface LambdaOptions {
  functions: readonly FunctionDefinition[];
  /** Variables that are added to those of the template, or replace them. */
  environment(definition: FunctionDefinition): Record<string, string>;
  /** Maximum number of instances of a function. */
  maxInstances(definition: FunctionDefinition): number;
  logFile: string;
  /** Folder of V8's compile cache, which makes later starts of a function a third faster. */
  compileCache: string;
}

const GROW_AFTER_MILLISECONDS = 100;
const IDLE_MILLISECONDS = 10_000;

const RECURSIVE_LOOP: Outcome = {
  kind: "failed",
  errorType: "RecursiveInvocationException",
  errorMessage: "Lambda stopped a recursive loop of this function.",
};

/** Creates the Lambda service; a function's first instance starts with its first call. */
export function createLambda(options: LambdaOptions): Lambda {
  const log = openFunctionLog(options.logFile);
  const pools = new Map<string, FunctionPool>();
  const recursive = new Set(options.functions.flatMap((each) => (each.allowsRecursion ? [each.name] : [])));
  for (const definition of options.functions) {
    const environment = {
      ...buildEnvironment(definition, options.compileCache),
      ...options.environment(definition),
    };
    const print = (text: string): void => log.print(definition.id, text);
    const limits = {
      maxInstances: options.maxInstances(definition),
      growAfterMilliseconds: GROW_AFTER_MILLISECONDS,
      idleMilliseconds: IDLE_MILLISECONDS,
    };
    pools.set(definition.name, new FunctionPool({ ...definition, environment, print }, limits));
  }
  const getPool = (functionName: string): FunctionPool => {
    const pool = pools.get(functionName);
    if (pool === undefined) throw new Error(`there is no function ${functionName}`);
    return pool;
  };
  return {
    async invoke(functionName, event, { traceHeaders, ...sink } = {}) {
      const { header, isRecursive } = traceInvocation(functionName, traceHeaders);
      if (isRecursive && !recursive.has(functionName)) return RECURSIVE_LOOP;
      return getPool(functionName).invoke({ requestId: randomUUID(), event, traceHeader: header, ...sink });
    },
    waitForCapacity: (functionName) => getPool(functionName).waitForCapacity(),
    kill: (functionName) => getPool(functionName).kill(),
    logs: log.lines,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      await log.close();
    },
  };
}

/** Returns the variables that Lambda itself sets, and those of the template. */
function buildEnvironment(definition: FunctionDefinition, compileCache: string): Record<string, string> {
  return {
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    LAMBDA_TASK_ROOT: definition.folder,
    NODE_COMPILE_CACHE: compileCache,
    TZ: ":UTC",
    ...definition.environment,
  };
}
