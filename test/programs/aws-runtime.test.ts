import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { type FunctionDefinition, REGION, readAssembly, readBlueprint } from "@almanac/local-cloud";
import { beforeAll, describe, expect, it } from "vitest";
import { readFunctionIds } from "#infra/local/function-ids.ts";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { allEntries, deployedWith, loadRegistry } from "#infra/registry.ts";
import { OPERATOR } from "#lib/caller.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import { authorizerEvent, gatewayEvent } from "#test/support/calls/gateway-event.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { type RuntimeOutcome, startRuntimeApi } from "#test/support/cloud/runtime-api.ts";
import { runtimeClient } from "#test/support/cloud/runtime-client.ts";

const cloud = useSharedCloud();
const SPECS = allEntries(deployedWith({}, await loadRegistry())).map(({ spec }) => spec);
const streams = (spec: FunctionSpec): boolean => "streams" in spec && spec.streams === true;

let client: string;
let functions: Map<string, FunctionDefinition>;
beforeAll(async () => {
  client = await runtimeClient();
  const blueprint = readBlueprint(await readAssembly(await getCurrentAssembly()), {
    aws: cloud().awsEndpoint,
    functionIds: readFunctionIds(),
  });
  functions = new Map(blueprint.functions.map((definition) => [definition.id, definition]));
});

/** Runs a bundle with AWS's runtime client, as Lambda does, and sends it one event. */
async function run(id: string, event: unknown): Promise<RuntimeOutcome> {
  const definition = functions.get(id);
  if (definition === undefined) throw new Error(`the template has no function ${id}`);
  const { name, folder, handler, environment } = definition;
  const api = await startRuntimeApi(event);
  const child = spawn(process.execPath, [client], {
    env: {
      ...environment,
      _HANDLER: handler,
      LAMBDA_TASK_ROOT: folder,
      AWS_LAMBDA_RUNTIME_API: api.address,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: "1",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: "local",
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      AWS_ENDPOINT_URL: cloud().awsEndpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: name,
      AWS_SECRET_ACCESS_KEY: "local",
    },
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const exited = printed.then(([out, err]): never => {
    throw new Error(`${id} ended without a response:\n${out}${err}`);
  });
  try {
    return await Promise.race([api.outcome, exited]);
  } finally {
    child.kill();
    api.close();
    await printed;
  }
}

function eventFor(spec: FunctionSpec): unknown {
  if ("route" in spec) return gatewayEvent(spec.route, { caller: OPERATOR });
  if ("gateway" in spec)
    return spec.gateway === "authorizer"
      ? authorizerEvent({ headers: { "X-Api-Key": ["cal_nobody"] } })
      : gatewayEvent("GET /nothing");
  return "schedule" in spec.source ? {} : { Records: [] };
}

describe("a bundle in AWS's runtime for Node.js", () => {
  it.each(SPECS.filter((spec) => !streams(spec)).map((spec) => [spec.id, spec] as const))(
    "starts and responds: %s",
    async (id, spec) => {
      const { kind, body } = await run(id, eventFor(spec));
      expect({ kind, body }).toMatchObject({ kind: "response" });
      const response = JSON.parse(body);
      if ("gateway" in spec && spec.gateway === "authorizer")
        expect(response).toHaveProperty("policyDocument");
      else if ("source" in spec)
        expect(response ?? { batchItemFailures: [] }).toEqual({ batchItemFailures: [] });
      else expect(response.statusCode, body).toBeLessThan(500);
    },
  );

  it.each(SPECS.filter(streams).map((spec) => [spec.id, spec] as const))(
    "starts and streams: %s",
    async (id, spec) => {
      const { kind, body, headers, trailers } = await run(id, eventFor(spec));
      expect({ kind, body, trailers }).toMatchObject({ kind: "response", trailers: {} });
      expect(headers).toMatchObject({
        "content-type": "application/vnd.awslambda.http-integration-response",
        "lambda-runtime-function-response-mode": "streaming",
        "transfer-encoding": "chunked",
      });
      const [prelude = "", content = ""] = body.split("\0".repeat(8));
      expect(JSON.parse(prelude).statusCode, body).toBeLessThan(500);
      expect(content).not.toBe("");
    },
  );
});
