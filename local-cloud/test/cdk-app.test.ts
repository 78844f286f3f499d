import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnOutput, Stack } from "aws-cdk-lib";
import { ApiDefinition, SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { AttributeType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { expect, it, onTestFinished, vi } from "vitest";
import { startCloud } from "#local-cloud/cloud.ts";
import { call } from "#local-cloud/testing/http-client.ts";

const CODE = `
  export const greet = async ({ pathParameters }) => ({ statusCode: 200, body: pathParameters.name + " " + process.env.TABLE });
  export const work = async ({ Records }) => console.log(Records[0].body);`;

/** Synthesizes an app as `cdk synth` does, with CDK's defaults, and returns the folder of its assembly. */
async function synthesize(): Promise<string> {
  const code = await mkdtemp(join(tmpdir(), "code-"));
  await writeFile(join(code, "index.mjs"), CODE);
  const app = new App({
    outdir: await mkdtemp(join(tmpdir(), "cdk-")),
    analyticsReporting: false,
    // Construct paths, from which functions have their ids. The command line adds them, too.
    context: { "aws:cdk:enable-path-metadata": true },
  });
  const stack = new Stack(app, "Greetings");
  const table = new TableV2(stack, "Table", { partitionKey: { name: "pk", type: AttributeType.STRING } });
  const queue = new Queue(stack, "Jobs", { queueName: "jobs" });
  const createFunction = (id: string, handler: string) =>
    new LambdaFunction(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      handler,
      code: Code.fromAsset(code),
      environment: { TABLE: table.tableName },
    });
  const greet = createFunction("Greet", "index.greet");
  table.grantReadData(greet);
  createFunction("Work", "index.work").addEventSource(new SqsEventSource(queue));
  const uri = `arn:aws:apigateway:${stack.region}:lambda:path/2015-03-31/functions/${greet.functionArn}/invocations`;
  const integration = { type: "aws_proxy", httpMethod: "POST", uri };
  const paths = { "/hello/{name}": { get: { "x-amazon-apigateway-integration": integration } } };
  const api = new SpecRestApi(stack, "Api", {
    apiDefinition: ApiDefinition.fromInline({
      openapi: "3.0.1",
      info: { title: "Greetings", version: "1" },
      paths,
    }),
  });
  new CfnOutput(stack, "Url", { value: api.url });
  return app.synth().directory;
}

it("runs an app that CDK synthesizes with its defaults", async () => {
  const directory = await mkdtemp(join(tmpdir(), "cloud-"));
  const cloud = await startCloud({ assembly: synthesize, directory, port: 0 });
  onTestFinished(cloud.stop);
  expect(cloud.outputs["Url"]).toBe(`${cloud.baseUrl}/`);
  expect(await call(`${cloud.outputs["Url"]}hello/Ann`)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^Ann Greetings-Table/),
  });
  cloud.queues.send("jobs", { body: "a job" });
  await vi.waitFor(() => expect(cloud.logs("Work")).toEqual(["a job"]), 15_000);
});
