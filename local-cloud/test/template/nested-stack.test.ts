import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readAssembly } from "#local-cloud/template/assembly.ts";
import { readBlueprint } from "#local-cloud/template/blueprint.ts";
import { writeAssembly } from "#local-cloud/test/assembly-builder.ts";

const KEY = `${"0a".repeat(32)}.json`;

/** An assembly with a stack nested in it: a queue whose delay is a parameter, and whose address is an output. */
async function writeNested(key = KEY): Promise<string> {
  const address = { "Fn::GetAtt": ["More", "Outputs.Address"] };
  const More = {
    Type: "AWS::CloudFormation::Stack",
    Properties: {
      TemplateURL: { "Fn::Join": ["", ["https://bucket/", key]] },
      Parameters: { Delay: { "Fn::Select": [1, [5, 7]] } },
    },
  };
  const directory = await writeAssembly({
    functions: { Echo: { code: "", environment: { EVENTS_QUEUE_URL: address } } },
    resources: { More },
  });
  const nested = {
    Parameters: { Delay: { Type: "Number" } },
    Resources: { Waiting: { Type: "AWS::SQS::Queue", Properties: { DelaySeconds: { Ref: "Delay" } } } },
    Outputs: { Address: { Value: { Ref: "Waiting" } } },
  };
  await writeFile(join(directory, "more.json"), JSON.stringify(nested));
  const files = {
    Echo: { source: { path: "asset.Echo" }, destinations: { here: { objectKey: "Echo.zip" } } },
    more: { source: { path: "more.json" }, destinations: { here: { objectKey: KEY } } },
  };
  await writeFile(join(directory, "Test.assets.json"), JSON.stringify({ files }));
  return directory;
}

it("runs what a nested stack declares, with the parameters given to it, and passes its outputs on", async () => {
  const assembly = await readAssembly(await writeNested());
  const { queues, functions, outputs } = readBlueprint(assembly, { aws: "http://127.0.0.1:4000" });
  expect(queues).toContainEqual({ QueueName: "Test-More-Waiting", DelaySeconds: 7 });
  expect(functions[0]?.environment).toEqual({
    EVENTS_QUEUE_URL: "http://127.0.0.1:4000/000000000000/Test-More-Waiting",
  });
  expect([...outputs.keys()]).not.toContain("Address");
});

it("names a nested stack whose template is not there", async () => {
  await expect(readAssembly(await writeNested("elsewhere.json"))).rejects.toThrow("nested stack More");
});
