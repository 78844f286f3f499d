const secretArn = (name: string) =>
  `arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/${name}-AbCdEf`;
const streamArn = (table: string) =>
  `arn:aws:dynamodb:eu-west-1:123456789012:table/${table}/stream/2030-01-01T00:00:00.000`;
const keyArn = (id: string) => `arn:aws:kms:eu-west-1:123456789012:key/mrk-${id.repeat(32)}`;
type Row = Record<string, string>;
const DOMAIN: Row = { domainName: "api.example.com", hostedZoneId: "Z0123456789ABC" };
const PROVIDER: Row = {
  oidcIssuer: "https://id.example.com",
  oidcClientId: "almanac",
  oidcSecretArn: secretArn("oidc"),
};
const EMAIL: Row = { alarmEmail: "ops@example.com" };

/** The choices of an operator: settings with those that they require, and the alternative. */
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
  { on: { deliveryConcurrency: "500" } },
  { on: { deliveryConcurrencyPerOwner: "50" } },
  { on: { deliveryConcurrencyPerWebhook: "8" } },
  { on: { throttleRate: "50" } },
  { on: { signInThrottleRate: "5" } },
  { on: { tokenThrottleRate: "10" } },
  { on: { waf: "true" } },
  { on: { waf: "true", wafRequestsPerAddress: "1000" } },
  { on: { logRetentionDays: "14" } },
  { on: { recoveryDays: "3" } },
  { on: { restoredStreamArn: streamArn("restored") } },
  {
    on: {
      replicaStreamArn: streamArn("copy"),
      homeSecretsKeyArn: keyArn("a"),
      homeCursorsKeyArn: keyArn("b"),
    },
    off: { standbyRegion: "eu-central-1" },
  },
  { on: { standby: "true" } },
  { on: { tracing: "true" } },
  { on: { canary: "true" }, off: { canary: "false" } },
  { on: { canary: "true", probeSecretArn: secretArn("probe") } },
  { on: PROVIDER },
  { on: { ...PROVIDER, oidcName: "Example ID" } },
  { on: { ...PROVIDER, passwordSignIn: "false" } },
  { on: { calendarCheckMinutes: "60" } },
  {
    on: {
      mailFrom: "bookings@example.com",
      mailTransport: "smtp",
      smtpSecretArn: secretArn("smtp"),
    },
    off: { mailFrom: "Example <bookings@example.com>", mailDomain: "example.com" },
  },
  // Every row has a sender.
  { on: { mailLanguages: "en,de" } },
];

/**
 * The columns of eight rows in which every two decisions have all four combinations of on and off. A column is 0 and one
 * of the 35 words of seven bits with four ones: two such words have a common one, and each has a one that the other does
 * not have (Kleitman and Spencer, 1973).
 */
export const COLUMNS = Array.from({ length: 128 }, (_, word) => [
  0,
  ...Array.from({ length: 7 }, (__, bit) => (word >> bit) & 1),
])
  .filter((column) => column.filter(Boolean).length === 4)
  .toReversed();
/** The settings of each row. */
export const ROWS = Array.from({ length: 8 }, (_, row): Row => {
  const isOn = (decision: number): boolean => COLUMNS[decision]?.[row] === 1;
  return Object.assign({}, ...DECISIONS.map(({ on, off = {} }, index) => (isOn(index) ? on : off)));
});
