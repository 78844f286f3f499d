import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  type AwsEndpoint,
  type Blueprint,
  createGateway,
  type FunctionDefinition,
  type InvokeOptions,
  type Outcome,
  readApi,
  readAssembly,
  readBlueprint,
  startApiServer,
} from "@almanac/local-cloud";
import { afterAll, beforeAll } from "vitest";
import { BASE_PATHS } from "#infra/base-paths.ts";
import { readFunctionIds } from "#infra/local/function-ids.ts";
import { mailContext } from "#infra/local/mail.ts";
import { type LocalProvider, providerContext } from "#infra/local/provider.ts";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import type { HttpResponse } from "#lib/entry/http/response.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { importHandler } from "#test/support/calls/import-handler.ts";
import type { EndpointHandler } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

/** The gateway, and the AWS endpoint that the functions use. */
interface SourceGateway {
  baseUrl: string;
  aws: AwsEndpoint;
}

/** Mail is on, because a function can't resend mails without it. */
export const MAIL = { from: "Example <bookings@example.com>" };

/** The settings of a service with a provider and mail. All tests with a provider use the same, so that it is synthesized once. */
export const contextOf = (provider: LocalProvider) => ({
  ...providerContext(provider),
  ...mailContext(MAIL),
});

/**
 * Runs the local gateway of the synthesized API for the tests of a file, in front of the functions' sources in this process and a local table.
 * A request takes a fraction of its CPU time in a cloud, which also has bundles, roles, and the consumers of events.
 */
export function useSourceGateway(provider?: LocalProvider): () => SourceGateway {
  const aws = useLocalTable();
  let server: Awaited<ReturnType<typeof startApiServer>> | undefined;
  beforeAll(async () => {
    const assembly = await readAssembly(await getCurrentAssembly(provider && contextOf(provider)));
    const blueprint = readBlueprint(assembly, { aws: aws().url, functionIds: readFunctionIds() });
    setEnvironment(blueprint, provider);
    process.env["MAILS_QUEUE_URL"] = `${aws().url}/000000000000/mails.fifo`;
    server = await startApiServer(0);
    const api = readApi(blueprint.apiBody, blueprint.binaryMediaTypes);
    const deployment = { stage: blueprint.stage, basePaths: BASE_PATHS };
    server.setListener(createGateway(api, createInvoke(blueprint), deployment));
  });
  afterAll(() => server?.close(0));
  return () => ({ aws: aws(), baseUrl: `http://127.0.0.1:${server?.port}/v1` });
}

/** Sets the variables of all functions that the environment of a local table does not have. */
function setEnvironment({ functions }: Blueprint, provider: LocalProvider | undefined): void {
  const all = Object.assign({}, ...functions.map(({ environment }) => environment));
  Object.assign(process.env, { ...all, ...process.env });
  Object.assign(process.env, {
    ...(provider && { OIDC_ISSUER: provider.issuer }),
    RATE_LIMIT_PER_MINUTE: "60000",
    ALLOW_INSECURE_WEBHOOKS: "1",
    ALLOW_INSECURE_CALENDARS: "1",
  });
}

function createInvoke({ functions }: Blueprint) {
  const definitions = new Map(functions.map((definition) => [definition.name, definition]));
  return async (name: string, event: string, options?: InvokeOptions): Promise<Outcome> => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`There is no function ${name}.`);
    const handler = await importHandler(definition.id);
    // A function finds its assets only in the folder of its bundle.
    return invokeHandler(handler.spec.assets ? await importBundle(definition) : handler, event, options);
  };
}

/** Imports the bundle of a function, again for each service: it has caches of its own. */
async function importBundle({ folder }: FunctionDefinition): Promise<EndpointHandler> {
  const { href } = pathToFileURL(join(folder, "index.mjs"));
  return (await import(`${href}?service=${process.env["AWS_ENDPOINT_URL"]}`)).handler;
}

/** Calls the source of a function, by its id, in this process. */
export const invokeSource = async (id: string, event: string, options?: InvokeOptions): Promise<Outcome> =>
  invokeHandler(await importHandler(id), event, options);

async function invokeHandler(
  handler: EndpointHandler,
  event: string,
  { sink }: InvokeOptions = {},
): Promise<Outcome> {
  try {
    const reply = (await handler(JSON.parse(event), LAMBDA_CONTEXT)) as HttpResponse;
    if (!sink) return { kind: "succeeded", payload: JSON.stringify(reply) };
    const { body, ...prelude } = reply;
    sink.prelude(JSON.stringify(prelude));
    for await (const chunk of Readable.from(body)) await sink.chunk(Buffer.from(chunk));
    return { kind: "succeeded", payload: "" };
  } catch (error) {
    const { name: errorType, message } = error instanceof Error ? error : new Error(String(error));
    return { kind: "failed", errorType, errorMessage: message };
  }
}
