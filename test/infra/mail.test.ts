import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type SynthesizedTemplate, synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf, type Statement, statementsOf } from "#test/support/cloud/template.ts";

const FROM = "Example <bookings@mail.example.com>";
const SECRET = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/smtp-AbCdEf";

let ses: SynthesizedTemplate;
let smtp: SynthesizedTemplate;
beforeAll(async () => {
  ses = await synthesizeStage("dev", {
    ...{ mailFrom: FROM, mailDomain: "example.com", hostedZoneId: "Z0123456789ABC" },
  });
  smtp = await synthesizeStage("dev", { mailFrom: FROM, mailTransport: "smtp", smtpSecretArn: SECRET });
});

/** The statements of all roles whose actions are of a service. */
const statementsFor = (template: SynthesizedTemplate, service: string): Statement[] =>
  Object.values(template.Resources)
    .filter(({ Type }) => Type === "AWS::IAM::Role")
    .flatMap(statementsOf)
    .filter(({ Action }) => Action.some((action) => action.startsWith(`${service}:`)));

const Target = z.object({ InputTransformer: z.object({ InputPathsMap: z.record(z.string(), z.string()) }) });

describe("mail by SES", () => {
  it("suppresses addresses that bounced or complained, reports to the event bus, and tracks nothing", () => {
    const [set, ...sets] = propertiesOf(ses, "AWS::SES::ConfigurationSet");
    expect(sets).toEqual([]);
    expect(set).toMatchObject({
      Name: "Almanac-dev",
      SuppressionOptions: { SuppressedReasons: ["BOUNCE", "COMPLAINT"] },
    });
    expect(set).not.toHaveProperty("TrackingOptions");
    expect(propertiesOf(ses, "AWS::SES::ConfigurationSetEventDestination")).toMatchObject([
      { EventDestination: { MatchingEventTypes: ["DELIVERY", "BOUNCE", "COMPLAINT", "REJECT"] } },
    ]);
  });

  it("may be sent only with an identity of the sender and the configuration set", () => {
    const [statement, ...statements] = statementsFor(ses, "ses");
    expect(statements).toEqual([]);
    expect(statement).toMatchObject({ Action: ["ses:SendEmail", "ses:SendRawEmail"], Effect: "Allow" });
    const resources = JSON.stringify(statement);
    for (const identity of ["example.com", "mail.example.com", "bookings@mail.example.com"])
      expect(resources).toContain(`:identity/${identity}"`);
    expect(resources).toContain(":configuration-set/Almanac-dev");
    expect(resources).not.toContain("*");
  });

  it("has a domain with DKIM and a return path, and its records in the hosted zone", () => {
    expect(propertiesOf(ses, "AWS::SES::EmailIdentity")).toMatchObject([
      { EmailIdentity: "example.com", DkimAttributes: { SigningEnabled: true } },
    ]);
    const records = propertiesOf(ses, "AWS::Route53::RecordSet");
    expect(records.map(({ Type }) => Type)).toEqual(["CNAME", "CNAME", "CNAME", "MX", "TXT"]);
    expect(Object.keys(ses.Outputs).filter((name) => name.startsWith("MailRecord"))).toEqual([]);
  });

  it("reports ids only, without the addresses in the events of SES", () => {
    const rules = propertiesOf(ses, "AWS::Events::Rule").filter(({ EventPattern }) => EventPattern);
    expect(rules).toHaveLength(2);
    const paths = rules.flatMap(({ Targets }) =>
      z
        .array(Target)
        .parse(Targets)
        .flatMap(({ InputTransformer }) => Object.values(InputTransformer.InputPathsMap)),
    );
    expect(new Set(paths)).toEqual(
      new Set([
        ...["$.detail-type", "$.detail.mail.messageId", "$.detail.mail.tags"],
        ...["$.detail.bounce.bounceType", "$.detail.bounce.bounceSubType"],
      ]),
    );
  });
});

it("without a hosted zone, the outputs have the records", async () => {
  const template = await synthesizeStage("dev", { mailFrom: FROM, mailDomain: "example.com" });
  expect(propertiesOf(template, "AWS::Route53::RecordSet")).toEqual([]);
  const outputs = Object.keys(template.Outputs).filter((name) => name.startsWith("MailRecord"));
  expect(outputs).toEqual([1, 2, 3, 4, 5].map((number) => `MailRecord${number}`));
});

it("by an SMTP server, mails need its secret and nothing of SES", () => {
  expect(statementsFor(smtp, "ses")).toEqual([]);
  expect(statementsFor(smtp, "secretsmanager")).toMatchObject([{ Resource: [SECRET] }]);
  expect(propertiesOf(smtp, "AWS::SES::ConfigurationSet")).toEqual([]);
});
