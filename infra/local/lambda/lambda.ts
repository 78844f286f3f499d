import { randomUUID } from "node:crypto";
import type { FunctionDefinition } from "#infra/local/template/functions.ts";
import { openFunctionLog } from "./function-log.ts";
import { FunctionPool } from "./function-pool.ts";
import type { Outcome, StreamSink } from "./instance.ts";

/** The local Lambda service: every function of the template, by its name. */
export interface Lambda {
  /** Calls a function with an event given as JSON; with a sink the answer is streamed into it. */
  invoke(functionName: string, event: string, sink?: StreamSink): Promise<Outcome>;
  /** Resolves once no call of a function waits for an instance of it. */
  room(functionName: string): Promise<void>;
  /** Ends every instance of a function in the middle of whatever it does, as a crash does. */
  kill(functionName: string): Promise<void>;
  /** The last lines a function printed, by its id. */
  logs(functionId: string): string[];
  /** Ends every instance; calls still running fail. */
  close(): Promise<void>;
}

/** What the functions run with. */
export interface LambdaOptions {
  functions: readonly FunctionDefinition[];
  /** Variables beyond those of the template; undefined leaves the template's. */
  environment(definition: FunctionDefinition): Record<string, string>;
  /** Instances a function may have at once. */
  maxInstances(definition: FunctionDefinition): number;
  logFile: string;
  /** Folder of V8's compile cache, so that a second start of a function is a third faster. */
  compileCache: string;
}

const PATIENCE_MILLISECONDS = 25;
const IDLE_MILLISECONDS = 10_000;

/** Makes the Lambda service; nothing runs before the first call of a function. */
export function createLambda(options: LambdaOptions): Lambda {
  const log = openFunctionLog(options.logFile);
  const pools = new Map<string, FunctionPool>();
  for (const definition of options.functions) {
    const environment = {
      ...environmentOf(definition, options.compileCache),
      ...options.environment(definition),
    };
    const print = (text: string): void => log.print(definition.id, text);
    const limits = {
      maxInstances: options.maxInstances(definition),
      patienceMilliseconds: PATIENCE_MILLISECONDS,
      idleMilliseconds: IDLE_MILLISECONDS,
    };
    pools.set(definition.name, new FunctionPool({ ...definition, environment, print }, limits));
  }
  const poolOf = (functionName: string): FunctionPool => {
    const pool = pools.get(functionName);
    if (pool === undefined) throw new Error(`there is no function ${functionName}`);
    return pool;
  };
  return {
    async invoke(functionName, event, sink) {
      const call = { requestId: randomUUID(), event };
      return poolOf(functionName).invoke(sink === undefined ? call : { ...call, sink });
    },
    room: (functionName) => poolOf(functionName).room(),
    kill: (functionName) => poolOf(functionName).kill(),
    logs: log.lines,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      await log.close();
    },
  };
}

/** The variables Lambda itself sets, and the template's. */
function environmentOf(definition: FunctionDefinition, compileCache: string): Record<string, string> {
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
