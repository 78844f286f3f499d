import type { Demo } from "#infra/cli/demo.ts";
import { localDirectory } from "#infra/cli/open-target.ts";
import { SettingError } from "#infra/setting-error.ts";
import { type Cloud, type CloudOptions, startCloud } from "./cloud.ts";
import { demoFile, prepareDemo } from "./demo.ts";
import { providerIn } from "./provider.ts";

/**
 * Runs the local cloud until a signal ends it. The settings are environment variables.
 *
 * @throws {SettingError} if one is invalid, or names a port or a folder that is in use
 */
export async function runCloud(env: NodeJS.ProcessEnv): Promise<void> {
  const options = optionsFrom(env);
  const progress = (step: string): void => console.log(step);
  const cloud = await startCloud({ ...options, progress });
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
  for (const line of greeting(cloud, options, demo?.users["alice"])) console.log(line);
}

function optionsFrom(env: NodeJS.ProcessEnv): CloudOptions {
  const insecure = env["ALLOW_INSECURE_WEBHOOKS"] !== "0";
  const rate = env["RATE_LIMIT_PER_MINUTE"];
  if (rate) numberIn(env, "RATE_LIMIT_PER_MINUTE", { least: 1, most: 1_000_000_000 });
  const dynamodbEndpoint = env["DYNAMODB_ENDPOINT"];
  const provider = providerIn(env);
  const directory = localDirectory();
  return {
    directory,
    port: env["PORT"] ? numberIn(env, "PORT", { least: 0, most: 65_535 }) : 3000,
    environment: {
      DEMO_FILE: demoFile(directory),
      ...(insecure && { ALLOW_INSECURE_WEBHOOKS: "1" }),
      ...(rate && { RATE_LIMIT_PER_MINUTE: rate }),
    },
    ...(provider && { provider }),
    ...(dynamodbEndpoint !== undefined && { dynamodbEndpoint }),
  };
}

/** The number in an environment variable. */
function numberIn(env: NodeJS.ProcessEnv, name: string, range: { least: number; most: number }): number {
  const { least, most } = range;
  const value = Number(env[name] || Number.NaN);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new SettingError(`${name} must be a whole number from ${least} to ${most}, but is "${env[name]}".`);
}

function greeting(
  { baseUrl }: Cloud,
  { environment }: CloudOptions,
  alice: Demo["users"]["alice"] | undefined,
): string[] {
  const lines: string[] = [];
  if (environment?.["ALLOW_INSECURE_WEBHOOKS"] === "1") {
    lines.push("Webhooks can use http and private addresses (ALLOW_INSECURE_WEBHOOKS=0 prevents it).");
  }
  lines.push(`ready ${baseUrl}`);
  if (alice) {
    const { apiKey, email, password } = alice;
    lines.push(`demo API key: ${apiKey}`, `curl -H "Authorization: Bearer ${apiKey}" ${baseUrl}/bookings`);
    lines.push(`account page: ${baseUrl}/account (${email}, password ${password})`);
  }
  lines.push(`docs: ${baseUrl}/docs`, `MCP server for AI agents: ${baseUrl}/mcp`);
  return lines;
}
