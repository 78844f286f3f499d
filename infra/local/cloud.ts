import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type Cloud as AwsCloud,
  type CloudOptions as AwsCloudOptions,
  StartError,
  startCloud as startAwsCloud,
} from "@almanac/local-cloud";
import * as z from "zod";
import { BASE_PATHS } from "#infra/base-paths.ts";
import { ServiceOutputs } from "#infra/outputs.ts";
import { PROJECT } from "#infra/project.ts";
import { SettingError } from "#infra/setting-error.ts";
import { readFunctionIds } from "./function-ids.ts";
import { type LocalMail, mailContext, openTransport } from "./mail.ts";
import { type LocalProvider, providerContext, providerSecrets } from "./provider.ts";
import { getCurrentAssembly } from "./synthesis/current-assembly.ts";

/** How to run the service on the local cloud. */
export interface CloudOptions
  extends Pick<
    AwsCloudOptions,
    "port" | "environment" | "maxInstances" | "dynamodbEndpoint" | "conflictSeed" | "progress"
  > {
  /** Folder of all stored data (`LOCAL_DIR`). */
  directory: string;
  /** Folder of a cloud assembly; by default, that of the current sources. */
  assembly?: string;
  /** OpenID provider at which users can sign in. */
  provider?: LocalProvider;
  /** How mails are sent; without it, the service sends none. */
  mail?: LocalMail;
}

/** The outputs of the service, and all others of the stack. */
export const CloudOutputs = ServiceOutputs.catchall(z.string());

/** The service, running on the local cloud. */
export interface Cloud extends AwsCloud {
  outputs: z.output<typeof CloudOutputs>;
}

/**
 * Starts the service on the local cloud, with the data in the directory.
 *
 * @throws {SettingError} if the folder can't be created, the port or the folder is in use, or the engine is not installed
 */
export async function startCloud({ provider, mail, ...options }: CloudOptions): Promise<Cloud> {
  const directory = resolve(options.directory);
  createFolder(directory);
  const transport = mail && (await openTransport(mail, directory));
  const context = { ...(provider && providerContext(provider)), ...(mail && mailContext(mail)) };
  const cloud = await startAwsCloud({
    ...options,
    directory,
    assembly: options.assembly ?? (() => synthesize(options, context)),
    environment: {
      ...(provider && { OIDC_ISSUER: provider.issuer }),
      ...transport?.environment,
      ...options.environment,
    },
    functionIds: readFunctionIds(),
    basePaths: BASE_PATHS,
    ...(provider && { secrets: providerSecrets(provider) }),
    compileCache: join(PROJECT, ".build/compile-cache"),
  }).catch(throwWithRemedy);
  const file = join(directory, "cloud.json");
  const outputs = CloudOutputs.parse(cloud.outputs);
  const { baseUrl, awsEndpoint } = cloud;
  writeFileSync(file, JSON.stringify({ awsEndpoint, baseUrl, outputs, pid: process.pid }, null, 2));
  return {
    ...cloud,
    outputs,
    async stop() {
      await cloud.stop();
      await transport?.close();
      rmSync(file, { force: true });
    },
  };
}

function synthesize(
  { progress }: Pick<CloudOptions, "progress">,
  context: Record<string, unknown>,
): Promise<string> {
  progress?.(
    "Bundling the functions and synthesizing the stack. This takes a while after a change of the sources.",
  );
  return getCurrentAssembly(context);
}

/** Which setting to change if the local cloud can't start. */
const REMEDIES: Record<StartError["obstacle"], string> = {
  port: "Choose another one: PORT=3001 npm start",
  directory: "Stop the other local service, or choose another folder: LOCAL_DIR=.local-2 PORT=3001 npm start",
  engine: 'Run "npm ci --include=optional", or set DYNAMODB_ENDPOINT to another DynamoDB endpoint.',
};

function throwWithRemedy(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  throw new SettingError(`${error.message} ${REMEDIES[error.obstacle]}`, { cause: error });
}

function createFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (cause) {
    throw new SettingError(
      `LOCAL_DIR must be a folder, but "${directory}" is not one and can't be created.`,
      { cause },
    );
  }
}
