import {
  CloudFormationClient,
  DescribeStacksCommand,
  type StackStatus,
} from "@aws-sdk/client-cloudformation";
import { mockClient } from "aws-sdk-client-mock";
import { expect, onTestFinished, test, vi } from "vitest";
import { getStackTarget } from "#infra/cli/stack-target.ts";

const OUTPUTS = {
  BaseUrl: "https://abc.execute-api.eu-west-1.amazonaws.com/v1",
  TableName: "Almanac-Table",
  EventsQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/events",
  DeliveriesQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/deliveries",
  TimersQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/timers",
  CalendarWritesQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/calendar-writes.fifo",
  CalendarsQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/calendars.fifo",
  PaymentsQueueUrl: "https://sqs.eu-west-1.amazonaws.com/1/payments",
  EventsDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-events",
  DeliveriesDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-deliveries.fifo",
  TimersDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-timers",
  CalendarWritesDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-calendar-writes.fifo",
  CalendarsDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-calendars.fifo",
  PaymentsDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-payments",
  StreamDeadLettersUrl: "https://sqs.eu-west-1.amazonaws.com/1/dead-records",
  SecretsKeyId: "arn:aws:kms:eu-west-1:1:key/k",
};

/** Mocks CloudFormation with a stack that has these outputs. */
function useStack(outputs: Record<string, string>, StackStatus: StackStatus = "CREATE_COMPLETE"): void {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName: "Almanac", CreationTime: new Date(0), StackStatus };
  const mock = mockClient(CloudFormationClient);
  onTestFinished(() => mock.restore());
  mock.on(DescribeStacksCommand, { StackName: "Almanac" }).resolves({ Stacks: [{ ...stack, Outputs }] });
}

test("a deployed service is found by the outputs of its stack", async () => {
  useStack({ ...OUTPUTS, NextCommand: "npm run admin" });
  const { BaseUrl, ...outputs } = OUTPUTS;
  expect(await getStackTarget("Almanac", { region: "eu-west-1" })).toEqual({
    baseUrl: BaseUrl,
    outputs,
    stack: { name: "Almanac", status: "CREATE_COMPLETE" },
    region: "eu-west-1",
  });
});

test.each([
  ["Region is missing", "Error", { message: expect.stringContaining("--region: is required") }],
  ["Could not load credentials", "CredentialsProviderError", { code: "unauthorized" }],
  ["Stack with id Almanac does not exist", "ValidationError", { code: "not_found" }],
  ["Rate exceeded", "Throttling", { name: "Throttling" }],
])("the error %j is replaced by one that says what to do", async (message, name, reported) => {
  const mock = mockClient(CloudFormationClient);
  onTestFinished(() => mock.restore());
  mock.on(DescribeStacksCommand).rejects(Object.assign(new Error(message), { name }));
  await expect(getStackTarget("Almanac", {})).rejects.toMatchObject(reported);
});

test("a stack of another service is rejected", async () => {
  useStack({ Other: "output" });
  await expect(getStackTarget("Almanac", { region: "eu-west-1" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test.each(["CREATE_IN_PROGRESS", "REVIEW_IN_PROGRESS", "ROLLBACK_COMPLETE"] as const)(
  "a stack that is not deployed yet is reported with its status: %s",
  async (status) => {
    useStack({}, status);
    await expect(getStackTarget("Almanac", { region: "eu-west-1" })).rejects.toMatchObject({
      code: "temporarily_unavailable",
      message: expect.stringContaining(`Almanac is ${status}`),
    });
  },
);

test.each([
  { where: { region: "eu-west-1" }, own: "eu-west-2", region: "eu-west-1" },
  { where: {}, own: "eu-west-2", region: "eu-west-2" },
  { where: {}, own: undefined, region: "eu-west-3" },
  { where: {}, own: "", region: "eu-west-3" },
])("the region of $where and AWS_REGION '$own' is $region", async ({ where, own, region }) => {
  vi.stubEnv("AWS_REGION", own).stubEnv("AWS_DEFAULT_REGION", "eu-west-3");
  useStack(OUTPUTS);
  expect(await getStackTarget("Almanac", where)).toMatchObject({ region });
});
