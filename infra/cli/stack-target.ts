import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { Outputs, ServiceOutputs } from "#infra/outputs.ts";
import { Failure } from "#lib/http/failures.ts";
import type { Target } from "./target.ts";

/** Finds a deployed service by the outputs of its stack; region and profile as the AWS command line takes them. */
export async function stackTarget(
  name: string,
  where: { region?: string; profile?: string },
): Promise<Target> {
  const { Stacks } = await new CloudFormationClient(where).send(
    new DescribeStacksCommand({ StackName: name }),
  );
  const found = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  const outputs = ServiceOutputs.safeParse(Object.fromEntries(found));
  if (!outputs.success) throw new Failure("not_found", `The stack ${name} is no stack of this service.`);
  return {
    ...where,
    baseUrl: outputs.data.BaseUrl,
    outputs: Outputs.parse(outputs.data),
    stack: { name, status: Stacks?.[0]?.StackStatus ?? "unknown" },
  };
}
