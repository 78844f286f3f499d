import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a fake AWS CloudFormation with one stack, `Almanac`, with these outputs, until the test ends. */
export async function startCloudFormation(outputs: Record<string, string>): Promise<string> {
  const members = Object.entries(outputs).map(
    ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<StackName>Almanac</StackName><StackStatus>CREATE_COMPLETE</StackStatus>
    <CreationTime>2030-01-01T00:00:00Z</CreationTime><Outputs>${members.join("")}</Outputs>`;
  const body = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks>
    </DescribeStacksResult></DescribeStacksResponse>`;
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/xml").end(body));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
