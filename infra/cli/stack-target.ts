import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { Outputs, ServiceOutputs } from "#infra/outputs.ts";
import { Failure } from "#lib/failures.ts";
import { UsageError } from "./parse-options.ts";
import type { Target } from "./target.ts";

interface AwsOptions {
  region?: string;
  profile?: string;
}

/**
 * Finds a deployed service by the outputs of its stack. Without a region, that of `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile is
 * used.
 *
 * @throws {UsageError} if there is no region
 * @throws {Failure} `not_found` for a missing stack or that of another service, `unauthorized` without credentials, `temporarily_unavailable` for one that is not deployed yet
 */
export async function getStackTarget(name: string, options: AwsOptions): Promise<Target> {
  const region = options.region ?? (process.env["AWS_REGION"] || process.env["AWS_DEFAULT_REGION"]);
  const where = { ...options, ...(region && { region }) };
  const client = new CloudFormationClient(where);
  const { Stacks } = await client
    .send(new DescribeStacksCommand({ StackName: name }))
    .catch((error: unknown) => {
      throw explainError(error, name);
    });
  const status = Stacks?.[0]?.StackStatus ?? "unknown";
  const found = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  if (found.length === 0 && !/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status))
    throw new Failure("temporarily_unavailable", `The stack ${name} is ${status} and has no outputs yet.`);
  const outputs = ServiceOutputs.safeParse(Object.fromEntries(found));
  if (!outputs.success) throw new Failure("not_found", `The stack ${name} is not a stack of this service.`);
  return {
    ...where,
    region: await client.config.region(),
    baseUrl: outputs.data.BaseUrl,
    outputs: Outputs.parse(outputs.data),
    stack: { name, status },
  };
}

/** Replaces an error of the SDK with one that says what to do. */
function explainError(error: unknown, stack: string): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  if (message === "Region is missing")
    return new UsageError(
      "--region: is required, because neither AWS_REGION nor the AWS profile has a region.",
    );
  if (name === "CredentialsProviderError")
    return new Failure(
      "unauthorized",
      `No AWS credentials: ${message}. Set --profile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  if (name === "ValidationError" && message.endsWith("does not exist"))
    return new Failure("not_found", `The stack ${stack} does not exist in this account and region.`);
  return error;
}
