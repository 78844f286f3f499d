import * as z from "zod";
import { AwsError } from "./aws-error.ts";
import type { JsonObject } from "./json.ts";
import type { RequiredPermission } from "./role-check.ts";

const Request = z.object({ SecretId: z.string() });

/** Creates a local Secrets Manager for secrets by their ARNs. It supports only GetSecretValue. */
export function secretActions(secrets: ReadonlyMap<string, string>) {
  return {
    /** Returns the permissions that a request requires. */
    requiredPermissions: (operation: string, request: JsonObject): RequiredPermission[] => [
      { action: `secretsmanager:${operation}`, resource: Request.safeParse(request).data?.SecretId ?? "*" },
    ],
    /** Runs one request; throws for an unsupported operation. */
    run(operation: string, request: JsonObject): object {
      if (operation !== "GetSecretValue")
        throw new AwsError(
          "UnknownOperationException",
          `Secrets Manager ${operation} is not served locally.`,
        );
      const { SecretId: arn } = Request.parse(request);
      const text = secrets.get(arn);
      if (text === undefined)
        throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
      return { ARN: arn, Name: getSecretName(arn), SecretString: text, VersionStages: ["AWSCURRENT"] };
    },
  };
}

/** `arn:aws:secretsmanager:…:secret:almanac/oidc-AbCdEf` → `almanac/oidc`. */
const getSecretName = (arn: string): string => arn.slice(arn.lastIndexOf(":") + 1).replace(/-\w{6}$/, "");
