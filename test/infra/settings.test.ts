import { describe, expect, it } from "vitest";
import { readSettings, variablesOf } from "#infra/read-settings.ts";
import { stageOf } from "#infra/stage.ts";
import { keyArn, REPLICA, STREAM } from "./two-regions.ts";

const ARN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/oidc-AbCdEf";
const PROVIDER = {
  oidcIssuer: "https://id.example.com/tenant",
  oidcClientId: "almanac",
  oidcSecretArn: ARN,
};
const FROM = "Example <bookings@example.com>";
const settingsFrom = (context: Record<string, unknown>) => variablesOf(readSettings(context));

describe("the settings", () => {
  it("become environment variables, and none if nothing is set", () => {
    expect(settingsFrom({})).toEqual({});
    expect(
      settingsFrom({ serviceUrl: "https://api.example.com/v1/", securityContact: "mailto:a@b.c" }),
    ).toEqual({
      SERVICE_URL: "https://api.example.com/v1",
      SECURITY_CONTACT: "mailto:a@b.c",
    });
  });

  it("set the lanes of deliveries", () => {
    const lanes = {
      deliveryConcurrency: "500",
      deliveryConcurrencyPerOwner: "100",
      deliveryConcurrencyPerWebhook: "60",
    };
    expect(settingsFrom(lanes)).toEqual({
      DELIVERY_CONCURRENCY: "500",
      DELIVERY_CONCURRENCY_PER_OWNER: "100",
      DELIVERY_CONCURRENCY_PER_WEBHOOK: "60",
    });
  });

  it("use the host of a provider as its name unless oidcName is set", () => {
    expect(settingsFrom(PROVIDER)).toEqual({
      OIDC_ISSUER: PROVIDER.oidcIssuer,
      OIDC_CLIENT_ID: "almanac",
      OIDC_SECRET_ARN: ARN,
      OIDC_NAME: "id.example.com",
    });
    expect(settingsFrom({ ...PROVIDER, oidcName: "Example ID" })).toMatchObject({ OIDC_NAME: "Example ID" });
  });

  it("switch mail on, by SES or by an SMTP server", () => {
    const { MAIL_FROM } = settingsFrom({ mailFrom: FROM });
    expect(MAIL_FROM).toBe(FROM);
    expect(
      settingsFrom({ stage: "dev", mailFrom: FROM, mailDomain: "example.com", mailLanguages: "en,de" }),
    ).toEqual({
      MAIL_FROM: FROM,
      MAIL_DOMAIN: "example.com",
      MAIL_LANGUAGES: "en,de",
      MAIL_CONFIGURATION_SET: "Almanac-dev",
    });
    expect(settingsFrom({ mailFrom: FROM, mailTransport: "smtp", smtpSecretArn: ARN })).toEqual({
      MAIL_FROM: FROM,
      SMTP_SECRET_ARN: ARN,
    });
  });

  it("disable password sign-in, with text or a boolean", () => {
    expect(settingsFrom({ ...PROVIDER, passwordSignIn: "false" })).toMatchObject({ PASSWORD_SIGN_IN: "0" });
    expect(settingsFrom({ ...PROVIDER, passwordSignIn: false })).toMatchObject({ PASSWORD_SIGN_IN: "0" });
  });

  it("use the operator's domain as the service URL unless serviceUrl is set", () => {
    const domain = { domainName: "api.example.com", hostedZoneId: "Z0123456789ABC" };
    expect(settingsFrom(domain)).toEqual({ SERVICE_URL: "https://api.example.com/v1" });
    expect(settingsFrom({ ...domain, serviceUrl: "https://edge.example.com/v1" })).toEqual({
      SERVICE_URL: "https://edge.example.com/v1",
    });
  });

  it("parse numbers and booleans from the text of the command line", () => {
    expect(readSettings({ rateLimitPerMinute: "60", waf: "true", logRetentionDays: "14" })).toMatchObject({
      rateLimitPerMinute: 60,
      waf: true,
      logRetentionDays: 14,
    });
  });

  it("have defaults, and prod retains its data", () => {
    const stage = stageOf(readSettings({}));
    expect(stage).toMatchObject({ name: "prod", keepsData: true, alarms: true, canary: true });
    expect(stageOf(readSettings({ stage: "dev", canary: "true" }))).toMatchObject({
      keepsData: false,
      alarms: false,
      canary: true,
    });
  });

  it("ignore the context of CDK itself, and reject unknown names", () => {
    const cdkContext = { "@aws-cdk/core:x": true, "cli-telemetry": false, "aws:cdk:bundling-stacks": ["**"] };
    expect(settingsFrom(cdkContext)).toEqual({});
    expect(() => settingsFrom({ ...cdkContext, alarmMail: "a@example.com" })).toThrow(
      /Unknown setting: alarmMail\. The settings are .*alarmEmail/,
    );
  });

  it.each([
    ["a provider without its secret", { ...PROVIDER, oidcSecretArn: undefined }, "go together"],
    ["a secret without a provider", { oidcSecretArn: ARN }, "go together"],
    ["a secret with an incomplete ARN", { ...PROVIDER, oidcSecretArn: ARN.slice(0, -7) }, "oidcSecretArn"],
    ["many secrets", { ...PROVIDER, oidcSecretArn: `${ARN.slice(0, -6)}*` }, "oidcSecretArn"],
    ["a provider without https", { ...PROVIDER, oidcIssuer: "http://id.example.com" }, "oidcIssuer"],
    ["a provider on this machine", { ...PROVIDER, oidcIssuer: "http://127.0.0.1:3000" }, "oidcIssuer"],
    ["no way to sign in", { passwordSignIn: "false" }, "no way to sign in"],
    ["an unknown stage", { stage: "production" }, "stage must be"],
    ["text instead of a number", { rateLimitPerMinute: "many" }, "rateLimitPerMinute must be a number"],
    ["more calls than one item can count", { rateLimitPerMinute: "50001" }, "rateLimitPerMinute must"],
    ["a number out of its range", { recoveryDays: "36" }, "recoveryDays must"],
    ["a retention that CloudWatch does not support", { logRetentionDays: "8" }, "logRetentionDays must be"],
    ["neither true nor false", { waf: "yes" }, "waf must be true or false"],
    ["a domain without its zone", { domainName: "api.example.com" }, "domainName needs hostedZoneId"],
    ["a zone without a domain", { hostedZoneId: "Z0123456789ABC" }, "without domainName or mailDomain"],
    ["a sender without an address", { mailFrom: "Example" }, "mailFrom must be like"],
    ["mail settings without a sender", { mailLanguages: "en" }, "without mailFrom"],
    ["an unknown language", { mailFrom: FROM, mailLanguages: "en,xx" }, "mailLanguages"],
    ["an SMTP server without its secret", { mailFrom: FROM, mailTransport: "smtp" }, "go together"],
    ["a secret without an SMTP server", { mailFrom: FROM, smtpSecretArn: ARN }, "go together"],
    [
      "a domain of SES with an SMTP server",
      { mailFrom: FROM, mailTransport: "smtp", smtpSecretArn: ARN, mailDomain: "example.com" },
      "mailDomain is for Amazon SES",
    ],
    [
      "a sender of another domain",
      { mailFrom: FROM, mailDomain: "mail.example.com" },
      "must be in mailDomain",
    ],
    ["a sender of a longer domain", { mailFrom: FROM, mailDomain: "ample.com" }, "must be in mailDomain"],
    ["a URL as a domain", { domainName: "https://api.example.com" }, "domainName must be a host name"],
    ["no URL of the service", { defaultEndpoint: "false" }, "leaves no address"],
    ["a budget without an email address", { monthlyBudget: "100" }, "monthlyBudget"],
    [
      "more lanes of an owner than of all",
      { deliveryConcurrencyPerOwner: "101" },
      "at most deliveryConcurrency (100)",
    ],
    [
      "more lanes of a webhook than of an owner",
      { deliveryConcurrencyPerWebhook: "13" },
      "must be at most 12",
    ],
    [
      "more lanes of a webhook than the owner's fast ones",
      { deliveryConcurrency: "500", deliveryConcurrencyPerOwner: "50", deliveryConcurrencyPerWebhook: "40" },
      "deliveryConcurrencyPerWebhook must be at most 30",
    ],
    ["a probe without a canary", { stage: "dev", probeSecretArn: ARN }, "probeSecretArn"],
  ])("reject %s", (_, context, message) => {
    expect(() => settingsFrom(context)).toThrow(message);
  });
});

it.each([
  [{ replicaStreamArn: STREAM }, /go together/],
  [{ ...REPLICA, standbyRegion: "eu-west-1" }, /standbyRegion is for the home/],
  [{ ...REPLICA, homeSecretsKeyArn: keyArn("a").replace("mrk-", "") }, /multi-Region key/],
  [{ standbyRegion: "Frankfurt" }, /must be a region/],
])("the settings of two regions are rejected if they contradict each other: %o", (context, error) => {
  expect(() => readSettings(context)).toThrow(error);
});
