import * as cloudformation from "@aws-sdk/client-cloudformation";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import * as kms from "@aws-sdk/client-kms";
import * as secretsmanager from "@aws-sdk/client-secrets-manager";
import * as sesv2 from "@aws-sdk/client-sesv2";
import * as sqs from "@aws-sdk/client-sqs";
import * as z from "zod";

/** The SDK is generated from the same models as the `aws` program, so it has its operations and options, and which are required. */
const CLIENTS: Record<string, Record<string, unknown>> = {
  cloudformation,
  dynamodb,
  kms,
  secretsmanager,
  sesv2,
  sqs,
};
/** Operations of services whose client is not installed, from the AWS CLI Command Reference. */
const LOOKED_UP: Record<string, readonly string[]> = {
  backup: [
    "delete-backup-vault",
    "delete-recovery-point",
    "list-backup-jobs",
    "list-recovery-points-by-backup-vault",
    "start-backup-job",
    "start-restore-job",
  ],
  cloudwatch: ["get-metric-statistics"],
  events: ["enable-rule", "list-rules"],
  iam: [
    "create-policy-version",
    "delete-policy-version",
    "list-policy-versions",
    "set-default-policy-version",
  ],
  lambda: ["get-account-settings", "get-function-recursion-config"],
  "service-quotas": ["request-service-quota-increase"],
  route53: ["change-resource-record-sets"],
};
/** Options of every command. */
const GLOBAL = ["output", "profile", "query", "region"];

/** A shape as the clients export it: `[kind, namespace, name, traits, members, types, number of required members]`. */
const Shape = z.array(z.unknown()).transform((parts) => ({
  members: z.array(z.string()).parse(parts[4]),
  needed: z.number().default(0).parse(parts[6]),
}));
/** An operation has its input, or a function that returns it, at the index of the members. */
const Operation = z
  .array(z.unknown())
  .transform(({ 4: input }) => Shape.parse(typeof input === "function" ? input() : input));

/** Returns what is wrong with the arguments of an `aws` command. Required options may be missing if it is not whole. */
export function awsFault(
  [service = "", operation = "", ...rest]: readonly string[],
  { isWhole }: { isWhole: boolean },
): string | undefined {
  if (LOOKED_UP[service]?.includes(operation)) return undefined;
  const client = CLIENTS[service];
  if (client === undefined) return `no client for ${service}`;
  const isWait = operation === "wait";
  if (isWait && !(`waitUntil${pascal(rest[0] ?? "")}` in client)) return `${service} has no wait ${rest[0]}`;
  const found = client[`${isWait ? "DescribeTable" : pascal(operation)}$`];
  if (found === undefined) return `${service} has no ${operation}`;
  const { members, needed } = Operation.parse(found);
  const options = members.map(kebab);
  const given = rest.filter((word) => word.startsWith("--")).map((word) => word.replace(/^--(no-)?/, ""));
  const unknown = given.filter((option) => !options.includes(option) && !GLOBAL.includes(option));
  if (unknown.length > 0) return `${service} ${operation} has no --${unknown.join(", --")}`;
  const missing = options.slice(0, needed).filter((option) => !given.includes(option));
  return isWhole && missing.length > 0 ? `${operation} lacks --${missing.join(", --")}` : undefined;
}

/** `update-table` → `UpdateTable`. */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `RoleARN` → `role-arn`. */
const kebab = (member: string): string =>
  member
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
