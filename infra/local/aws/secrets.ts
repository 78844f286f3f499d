import * as z from "zod";
import { AwsError } from "./aws-error.ts";
import type { JsonObject } from "./json.ts";
import type { Need } from "./role-check.ts";

const Request = z.object({ SecretId: z.string() });

/** What Secrets Manager answers of secrets that are given by their ARNs: GetSecretValue, and nothing else. */
export function secretActions(secrets: ReadonlyMap<string, string>) {
  return {
    /** What a role must allow for one request. */
    needs: (operation: string, request: JsonObject): Need[] => [
      { action: `secretsmanager:${operation}`, resource: Request.safeParse(request).data?.SecretId ?? "*" },
    ],
    /** Answers one request; an operation that is not here is not served. */
    perform(operation: string, request: JsonObject): object {
      if (operation !== "GetSecretValue")
        throw new AwsError(
          "UnknownOperationException",
          `Secrets Manager ${operation} is not served locally.`,
        );
      const { SecretId: arn } = Request.parse(request);
      const text = secrets.get(arn);
      if (text === undefined)
        throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
      return { ARN: arn, Name: nameIn(arn), SecretString: text, VersionStages: ["AWSCURRENT"] };
    },
  };
}

/** `arn:aws:secretsmanager:…:secret:almanac/oidc-AbCdEf` → `almanac/oidc`. */
const nameIn = (arn: string): string => arn.slice(arn.lastIndexOf(":") + 1).replace(/-\w{6}$/, "");
