const secret = (name: string) =>
  `arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/${name}-AbCdEf`;
const stream = (table: string) =>
  `arn:aws:dynamodb:eu-west-1:123456789012:table/${table}/stream/2030-01-01T00:00:00.000`;
const key = (id: string) => `arn:aws:kms:eu-west-1:123456789012:key/mrk-${id.repeat(32)}`;
type Row = Record<string, string>;
const DOMAIN: Row = { domainName: "api.example.com", hostedZoneId: "Z0123456789ABC" };
const PROVIDER: Row = {
  oidcIssuer: "https://id.example.com",
  oidcClientId: "almanac",
  oidcSecretArn: secret("oidc"),
};
const EMAIL: Row = { alarmEmail: "ops@example.com" };

/** What an operator decides: settings that are made, with what they need, and what is said in their place. */
export const DECISIONS: readonly { on: Row; off?: Row }[] = [
  { on: { stage: "prod" }, off: { stage: "dev" } },
  { on: DOMAIN },
  { on: { ...DOMAIN, defaultEndpoint: "false" } },
  { on: { serviceUrl: "https://edge.example.com/v1" } },
  { on: { securityContact: "mailto:security@example.com" } },
  { on: { dashboard: "true" } },
  { on: { backupDays: "14" } },
  { on: { alarms: "true" }, off: { alarms: "false" } },
  { on: EMAIL },
  { on: { ...EMAIL, monthlyBudget: "100" } },
  { on: { rateLimitPerMinute: "60" } },
  { on: { consumerConcurrency: "2" } },
  { on: { throttleRate: "50" } },
  { on: { signInThrottleRate: "5" } },
  { on: { tokenThrottleRate: "10" } },
  { on: { waf: "true" } },
  { on: { waf: "true", wafRequestsPerAddress: "1000" } },
  { on: { logRetentionDays: "14" } },
  { on: { recoveryDays: "3" } },
  { on: { restoredStreamArn: stream("restored") } },
  {
    on: { replicaStreamArn: stream("copy"), homeSecretsKeyArn: key("a"), homeCursorsKeyArn: key("b") },
    off: { standbyRegion: "eu-central-1" },
  },
  { on: { standby: "true" } },
  { on: { tracing: "true" } },
  { on: { canary: "true" }, off: { canary: "false" } },
  { on: { canary: "true", probeSecretArn: secret("probe") } },
  { on: PROVIDER },
  { on: { ...PROVIDER, oidcName: "Example ID" } },
  { on: { ...PROVIDER, passwordSignIn: "false" } },
];

/**
 * Eight rows in which every two decisions meet in all four ways: a column is 0 and one of the 35 words of seven bits with four ones,
 * and two such words have a one in common, and each one that the other lacks (Kleitman and Spencer, 1973).
 */
export const COLUMNS = Array.from({ length: 128 }, (_, word) => [
  0,
  ...Array.from({ length: 7 }, (__, bit) => (word >> bit) & 1),
])
  .filter((column) => column.filter(Boolean).length === 4)
  .toReversed();
export const ROWS = Array.from({ length: 8 }, (_, row): Row => {
  const isOn = (at: number): boolean => COLUMNS[at]?.[row] === 1;
  return Object.assign({}, ...DECISIONS.map(({ on, off = {} }, at) => (isOn(at) ? on : off)));
});
