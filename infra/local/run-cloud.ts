import type { Demo } from "#infra/cli/demo.ts";
import { localDirectory } from "#infra/cli/open-target.ts";
import { SettingError } from "#infra/setting-error.ts";
import { type Cloud, type CloudOptions, startCloud } from "./cloud.ts";
import { demoFile, prepareDemo } from "./demo.ts";
import { readMail } from "./mail.ts";
import { readProvider } from "./provider.ts";

/**
 * Runs the local cloud until a signal stops it. The settings are environment variables.
 *
 * @throws {SettingError} if one is invalid, the port or the folder is in use, or the engine is not installed
 */
export async function runCloud(env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(env);
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
  for (const line of describe(cloud, options, demo?.users["alice"])) console.log(line);
}

function readOptions(env: NodeJS.ProcessEnv): CloudOptions {
  const allowsInsecureWebhooks = env["ALLOW_INSECURE_WEBHOOKS"] !== "0";
  const rateLimit = env["RATE_LIMIT_PER_MINUTE"];
  if (rateLimit) readNumber(env, "RATE_LIMIT_PER_MINUTE", { minimum: 1, maximum: 1_000_000_000 });
  const dynamodbEndpoint = env["DYNAMODB_ENDPOINT"];
  const provider = readProvider(env);
  const mail = readMail(env);
  const directory = localDirectory();
  return {
    directory,
    port: env["PORT"] ? readNumber(env, "PORT", { minimum: 0, maximum: 65_535 }) : 3000,
    environment: {
      DEMO_FILE: demoFile(directory),
      ...(allowsInsecureWebhooks && { ALLOW_INSECURE_WEBHOOKS: "1" }),
      ...(env["ALLOW_INSECURE_CALENDARS"] === "1" && { ALLOW_INSECURE_CALENDARS: "1" }),
      ...(rateLimit && { RATE_LIMIT_PER_MINUTE: rateLimit }),
    },
    ...(provider && { provider }),
    ...(mail && { mail }),
    ...(dynamodbEndpoint !== undefined && { dynamodbEndpoint }),
  };
}

interface Range {
  minimum: number;
  maximum: number;
}

function readNumber(env: NodeJS.ProcessEnv, name: string, { minimum, maximum }: Range): number {
  const value = Number(env[name] || Number.NaN);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new SettingError(
    `${name} must be a whole number from ${minimum} to ${maximum}, but is "${env[name]}".`,
  );
}

function describe(
  { baseUrl }: Cloud,
  { environment, mail }: CloudOptions,
  alice: Demo["users"]["alice"] | undefined,
): string[] {
  const lines: string[] = [];
  if (environment?.["ALLOW_INSECURE_WEBHOOKS"] === "1") {
    lines.push("Webhooks can use http and private addresses (ALLOW_INSECURE_WEBHOOKS=0 prevents it).");
  }
  if (environment?.["ALLOW_INSECURE_CALENDARS"] === "1")
    lines.push("Calendars can use http and addresses of this machine (ALLOW_INSECURE_CALENDARS).");
  lines.push(`ready ${baseUrl}`);
  if (alice) {
    const { apiKey, email, password } = alice;
    lines.push(`demo API key: ${apiKey}`, `curl -H "Authorization: Bearer ${apiKey}" ${baseUrl}/bookings`);
    lines.push(`account page: ${baseUrl}/account (${email}, password ${password})`);
  }
  if (mail) lines.push(`mails: ${new URL("/mail", baseUrl).href}`);
  lines.push(`docs: ${baseUrl}/docs`, `MCP server for AI agents: ${baseUrl}/mcp`);
  return lines;
}
