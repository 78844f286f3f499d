import { describe, expect, it } from "vitest";
import { checkTemplate, describeSize } from "#infra/template-limits.ts";

const roleThatInvokes = (count: number) => ({
  Type: "AWS::IAM::Role",
  Properties: {
    Policies: [
      {
        PolicyName: "functions",
        PolicyDocument: {
          Statement: [
            {
              Action: "lambda:InvokeFunction",
              Resource: Array.from({ length: count }, (_, at) => ({
                "Fn::GetAtt": [`Function${at}`, "Arn"],
              })),
            },
          ],
        },
      },
    ],
  },
});
const topics = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`T${at}`, { Type: "AWS::SNS::Topic" }]));
const checkResources = (Resources: object) => () =>
  checkTemplate("Almanac.template.json", JSON.stringify({ Resources }));

describe("synthesis", () => {
  it("accepts a template within the limits of AWS", () => {
    expect(checkResources({ ...topics(499), Role: roleThatInvokes(80) })).not.toThrow();
  });

  it("fails if a stack has more resources than CloudFormation accepts", () => {
    expect(checkResources(topics(501))).toThrow(
      "Almanac.template.json has 501 resources; AWS accepts at most 500.",
    );
  });

  it("warns of a stack with little room", () => {
    expect(describeSize("Almanac.template.json", 300)).toBe("Almanac.template.json: 300 resources");
    expect(describeSize("Almanac.template.json", 301)).toBe(
      "Almanac.template.json: 301 resources, more than 300. CloudFormation accepts at most 500: divide the stack (ADR 0058).",
    );
  });

  it.each(["Parameters", "Outputs"])(
    "fails if a nested stack has more %s than CloudFormation accepts",
    (part) => {
      const check = (count: number) => () =>
        checkTemplate("Reads.nested.template.json", JSON.stringify({ Resources: {}, [part]: topics(count) }));
      expect(check(200)).not.toThrow();
      expect(check(201)).toThrow(`has 201 ${part.toLowerCase()}; AWS accepts at most 200.`);
    },
  );

  it("fails if a template has more bytes than CloudFormation accepts", () => {
    const topic = { Type: "AWS::SNS::Topic", Properties: { DisplayName: "x".repeat(1_000_000) } };
    expect(checkResources({ topic })).toThrow(/has 1,000,\d+ bytes; AWS accepts at most 1,000,000\.$/);
  });

  it("fails if the policies of a role have more characters than IAM accepts", () => {
    expect(checkResources({ Role: roleThatInvokes(100) })).toThrow(
      /^The inline policies of the role Role have 1\d,\d+ characters; AWS accepts at most 10,240\.$/,
    );
  });
});
