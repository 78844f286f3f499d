import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { constructId } from "#infra/construct-id.ts";
import { PROJECT } from "#infra/project.ts";
import { nameInArn } from "./local-names.ts";
import type { ResolvedResource } from "./scope.ts";

/** One Lambda function of the template. */
export interface FunctionDefinition {
  /** Logical id, which is also its access key id and the last part of its ARN. */
  name: string;
  /** Id of its file (`bookings.cancel`), or else of its construct. */
  id: string;
  /** Folder of its bundle. */
  folder: string;
  /** Module and export, as in `index.handler`. */
  handler: string;
  role: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  environment: Record<string, string>;
  /** Whether Lambda does not stop it if it calls itself through other services. */
  allowsRecursion: boolean;
}

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  RecursiveLoop: z.enum(["Allow", "Terminate"]).default("Terminate"),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).default({ Variables: {} }),
});

/** Reads the Lambda functions of the template. */
export function readFunctions(
  resources: readonly ResolvedResource[],
  assetFolders: ReadonlyMap<string, string>,
): FunctionDefinition[] {
  const ids = readFunctionIds();
  return resources
    .filter(({ type }) => type === "AWS::Lambda::Function")
    .map(({ logicalId, properties, path }) => {
      const { Code, Handler, Role, Timeout, ...more } = FunctionProperties.parse(properties);
      const folder = assetFolders.get(Code.S3Key);
      if (folder === undefined)
        throw new Error(`function ${logicalId}: no asset ${Code.S3Key} in the assembly`);
      const construct = getConstructId(path) ?? logicalId;
      return {
        name: logicalId,
        id: ids.get(construct) ?? construct,
        folder: resolve(folder),
        handler: Handler,
        role: nameInArn(Role),
        timeoutSeconds: Timeout,
        memoryMegabytes: more.MemorySize,
        environment: more.Environment.Variables,
        allowsRecursion: more.RecursiveLoop === "Allow",
      };
    });
}

/** `Almanac/BookingsCancel/Function/Resource` → `BookingsCancel`. */
const getConstructId = (path: string | undefined): string | undefined =>
  path
    ?.split("/")
    .filter((part) => part !== "Function" && part !== "Resource")
    .at(-1);

/**
 * Returns the ids of the functions by the ids of their constructs: `BookingsNoShow` → `bookings.no-show`. They are the
 * names of the files in `functions/`, which are not imported.
 */
function readFunctionIds(): Map<string, string> {
  const files = readdirSync(join(PROJECT, "functions"), { recursive: true, encoding: "utf8" });
  const ids = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3).replaceAll("/", "."));
  return new Map(ids.map((id) => [constructId(id), id]));
}
