import { resolve } from "node:path";
import * as z from "zod";
import { nameInArn } from "./local-names.ts";
import type { ResolvedResource } from "./scope.ts";

/** One Lambda function of the template. */
export interface FunctionDefinition {
  /** Logical id: its name, its access key id, the last part of its ARN. */
  name: string;
  /** The id of its file (`bookings.cancel`), when the template tells; else its logical id. */
  id: string;
  /** Folder of its bundle. */
  folder: string;
  /** Module and export, as in `index.handler`. */
  handler: string;
  role: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  environment: Record<string, string>;
}

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).default({ Variables: {} }),
});

/** Reads the Lambda functions of the template. */
export function readFunctions(
  resources: readonly ResolvedResource[],
  assetFolders: ReadonlyMap<string, string>,
): FunctionDefinition[] {
  return resources
    .filter(({ type }) => type === "AWS::Lambda::Function")
    .map(({ logicalId, properties, path }) => {
      const { Code, Handler, Role, Timeout, MemorySize, Environment } = FunctionProperties.parse(properties);
      const folder = assetFolders.get(Code.S3Key);
      if (folder === undefined)
        throw new Error(`function ${logicalId}: no asset ${Code.S3Key} in the assembly`);
      return {
        name: logicalId,
        id: idInPath(path) ?? logicalId,
        folder: resolve(folder),
        handler: Handler,
        role: nameInArn(Role),
        timeoutSeconds: Timeout,
        memoryMegabytes: MemorySize,
        environment: Environment.Variables,
      };
    });
}

/** `Almanac-Service/bookings.cancel/Resource` → `bookings.cancel`. */
const idInPath = (path: string | undefined): string | undefined => path?.split("/").at(-2);
