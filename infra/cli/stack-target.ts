import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { Outputs, ServiceOutputs } from "#infra/outputs.ts";
import { Failure } from "#lib/failures.ts";
import type { Target } from "./target.ts";

interface Where {
  region?: string;
  profile?: string;
}

/**
 * Finds a deployed service by the outputs of its stack. The default region is that of `AWS_REGION`, else `AWS_DEFAULT_REGION`,
 * else of the profile.
 *
 * @throws {Failure} `not_found` for a stack of another service, `temporarily_unavailable` for one that is not deployed yet
 */
export async function stackTarget(name: string, named: Where): Promise<Target> {
  const region = named.region ?? (process.env["AWS_REGION"] || process.env["AWS_DEFAULT_REGION"]);
  const where = { ...named, ...(region && { region }) };
  const client = new CloudFormationClient(where);
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  const status = Stacks?.[0]?.StackStatus ?? "unknown";
  const found = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  if (found.length === 0 && !/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status))
    throw new Failure("temporarily_unavailable", `The stack ${name} is ${status} and has no outputs yet.`);
  const outputs = ServiceOutputs.safeParse(Object.fromEntries(found));
  if (!outputs.success) throw new Failure("not_found", `The stack ${name} is not a stack of this service.`);
  return {
    ...where,
    region: await client.config.region(),
    credentials: client.config.credentials,
    baseUrl: outputs.data.BaseUrl,
    outputs: Outputs.parse(outputs.data),
    stack: { name, status },
  };
}
