import { describe, expect, it, vi } from "vitest";
import { readSettings } from "#infra/read-settings.ts";
import { checkRegions } from "#infra/regions.ts";
import { synthesize } from "#infra/synthesize.ts";

const HOME = "eu-west-1";
const OTHER = "eu-central-1";
const stream = (region: string) =>
  `arn:aws:dynamodb:${region}:123456789012:table/Almanac-Table/stream/2026-03-01T09:30:00.000`;
const key = (region: string, digit: string) =>
  `arn:aws:kms:${region}:123456789012:key/mrk-${digit.repeat(32)}`;
const secret = (region: string) => `arn:aws:secretsmanager:${region}:123456789012:secret:almanac/one-AbCdEf`;
const standbyOf = (home: string, own: string) => ({
  replicaStreamArn: stream(own),
  homeSecretsKeyArn: key(home, "a"),
  homeCursorsKeyArn: key(home, "b"),
  standby: "true",
});
const PROVIDER = { oidcIssuer: "https://id.example.com", oidcClientId: "almanac" };

describe("a stack with settings of resources in regions", () => {
  it.each([
    [HOME, standbyOf(HOME, OTHER), /replicaStreamArn is in eu-central-1.* eu-west-1/],
    [HOME, { restoredStreamArn: stream(OTHER) }, /restoredStreamArn is in eu-central-1/],
    [HOME, { ...PROVIDER, oidcSecretArn: secret(OTHER) }, /oidcSecretArn is in eu-central-1/],
    [HOME, { probeSecretArn: secret(OTHER) }, /probeSecretArn is in eu-central-1/],
    [
      "eu-central-2",
      { monthlyBudget: "100", alarmEmail: "ops@example.com" },
      /monthlyBudget is not supported in eu-central-2/,
    ],
    [
      "us-gov-west-1",
      { monthlyBudget: "100", alarmEmail: "ops@example.com" },
      /monthlyBudget is not supported in us-gov-west-1/,
    ],
    [
      "ap-east-2",
      { domainName: "api.example.com", hostedZoneId: "Z0123456789" },
      /domainName is not supported in ap-east-2/,
    ],
    [OTHER, { standbyRegion: OTHER }, /standbyRegion is eu-central-1, the region of this stack/],
    [OTHER, standbyOf(OTHER, OTHER), /homeSecretsKeyArn is in eu-central-1, the region of this stack/],
  ])(
    "is rejected before synthesis if they don't match its own region: in %s, %o",
    async (region, context, message) => {
      vi.stubEnv("CDK_DEFAULT_REGION", region);
      await expect(synthesize({ context, validates: false })).rejects.toThrow(message);
    },
  );

  it.each([
    [OTHER, standbyOf(HOME, OTHER)],
    [HOME, { standbyRegion: OTHER, restoredStreamArn: stream(HOME), probeSecretArn: secret(HOME) }],
    [HOME, {}],
    [undefined, standbyOf(HOME, OTHER)],
  ])("is accepted if they match, or if its own region is unknown: in %s, %o", (region, context) => {
    expect(() => checkRegions(readSettings(context), region)).not.toThrow();
  });
});
