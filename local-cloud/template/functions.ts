import { resolve } from "node:path";
import * as z from "zod";
import { nameInArn } from "./local-names.ts";
import type { ResolvedResource } from "./resolve-assembly.ts";

/** One Lambda function of the template. */
export interface FunctionDefinition {
  /** Logical id, which is also its access key id and the last part of its ARN. */
  name: string;
  /** The id that the caller gives this construct (`bookings.cancel`), or else that of its construct. */
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

/** Reads the Lambda functions of the template. `functionIds` are their ids by the ids of their constructs. */
export function readFunctions(
  resources: readonly ResolvedResource[],
  assetFolders: ReadonlyMap<string, string>,
  functionIds: ReadonlyMap<string, string> = new Map(),
): FunctionDefinition[] {
  return resources
    .filter(({ type }) => type === "AWS::Lambda::Function")
    .map(({ logicalId, properties, path }) => {
      const { Code, Handler, Role, Timeout, ...more } = FunctionProperties.parse(properties);
      const folder = assetFolders.get(Code.S3Key);
      if (folder === undefined)
        throw new Error(`function ${logicalId}: no asset ${Code.S3Key} in the assembly`);
      const construct = findConstructId(path) ?? logicalId;
      return {
        name: logicalId,
        id: functionIds.get(construct) ?? construct,
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
const findConstructId = (path: string | undefined): string | undefined =>
  path
    ?.split("/")
    .filter((part) => part !== "Function" && part !== "Resource")
    .at(-1);
