import { localDirectory } from "#infra/cli/open-target.ts";
import { type Cloud, type CloudOptions, startCloud } from "./cloud.ts";
import { prepareDemo } from "./demo.ts";
import { providerIn } from "./provider.ts";

/** Runs the local cloud until it is told to end; the settings are environment variables. */
export async function runCloud(env: NodeJS.ProcessEnv): Promise<void> {
  const options = optionsFrom(env);
  const progress = (step: string): void => console.log(step);
  const cloud = await startCloud({ ...options, progress }).catch((error: unknown) =>
    exitWith(options, error),
  );
  const stop = async (): Promise<void> => {
    await cloud.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
  progress("Creating the demo data, if it is missing.");
  const demo = await prepareDemo(cloud, options.directory).catch(async (error: unknown) => {
    await cloud.stop();
    throw error;
  });
  for (const line of greeting(cloud, options, demo?.users["alice"]?.apiKey)) console.log(line);
}

function optionsFrom(env: NodeJS.ProcessEnv): CloudOptions {
  const insecure = env["ALLOW_INSECURE_WEBHOOKS"] !== "0";
  const rate = env["RATE_LIMIT_PER_MINUTE"];
  const dynamodbEndpoint = env["DYNAMODB_ENDPOINT"];
  const provider = providerIn(env);
  return {
    directory: localDirectory(),
    port: Number(env["PORT"] ?? 3000),
    environment: {
      ...(insecure && { ALLOW_INSECURE_WEBHOOKS: "1" }),
      ...(rate !== undefined && { RATE_LIMIT_PER_MINUTE: rate }),
    },
    ...(provider && { provider }),
    ...(dynamodbEndpoint !== undefined && { dynamodbEndpoint }),
  };
}

function exitWith({ port }: CloudOptions, error: unknown): never {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(isTaken ? `Port ${port} is in use. Choose another one: PORT=3001 npm start` : error);
  process.exit(1);
}

function greeting({ baseUrl }: Cloud, { environment }: CloudOptions, apiKey: string | undefined): string[] {
  const lines: string[] = [];
  if (environment?.["ALLOW_INSECURE_WEBHOOKS"] === "1") {
    lines.push("Webhooks can use http and private addresses (ALLOW_INSECURE_WEBHOOKS=0 prevents it).");
  }
  lines.push(`ready ${baseUrl}`);
  if (apiKey !== undefined) {
    lines.push(`demo API key: ${apiKey}`, `curl -H "Authorization: Bearer ${apiKey}" ${baseUrl}/bookings`);
  }
  lines.push(`docs: ${baseUrl}/docs`);
  return lines;
}
