import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { mockClient } from "aws-sdk-client-mock";
import { expect, test } from "vitest";
import { stackTarget } from "#infra/cli/stack-target.ts";

const OUTPUTS = {
  BaseUrl: "https://abc.execute-api.eu-west-1.amazonaws.com/v1",
  TableName: "Almanac-Table",
  EventsQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/events",
  DeliveriesQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/deliveries",
  TimersQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/timers",
  PaymentsQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/payments",
  EventsDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-events",
  DeliveriesDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-deliveries.fifo",
  TimersDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-timers",
  PaymentsDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-payments",
  StreamDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-records",
  SecretsKeyId: "arn:aws:kms:eu-west-1:1:key/k",
};

/** Makes CloudFormation answer a stack with these outputs. */
function withStack(outputs: Record<string, string>): void {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName: "Almanac", CreationTime: new Date(0), StackStatus: "CREATE_COMPLETE" as const };
  mockClient(CloudFormationClient)
    .on(DescribeStacksCommand, { StackName: "Almanac" })
    .resolves({ Stacks: [{ ...stack, Outputs }] });
}

test("a deployed service is found by the outputs of its stack", async () => {
  withStack({ ...OUTPUTS, NextCommand: "npm run admin" });
  const { BaseUrl, ...outputs } = OUTPUTS;
  expect(await stackTarget("Almanac", { region: "eu-west-1" })).toEqual({
    baseUrl: BaseUrl,
    outputs,
    stack: { name: "Almanac", status: "CREATE_COMPLETE" },
    region: "eu-west-1",
  });
});

test("a stack of something else is refused", async () => {
  withStack({ Other: "output" });
  await expect(stackTarget("Almanac", { region: "eu-west-1" })).rejects.toMatchObject({ code: "not_found" });
});
