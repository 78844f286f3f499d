const TABLE = "arn:aws:dynamodb:eu-central-1:123456789012:table/Almanac-Data-Table";
/** The stream of the replica. */
export const STREAM = `${TABLE}/stream/2026-03-01T09:30:00.000`;
/** The ARN of a multi-Region key of the home region. */
export const keyArn = (digit: string) => `arn:aws:kms:eu-west-1:123456789012:key/mrk-${digit.repeat(32)}`;
const secretArn = (name: string) =>
  `arn:aws:secretsmanager:eu-central-1:123456789012:secret:almanac/${name}-AbCdEf`;
/** The settings of both regions. */
export const SHARED = {
  domainName: "api.example.com",
  hostedZoneId: "Z0123456789ABC",
  defaultEndpoint: "false",
  alarmEmail: "ops@example.com",
  monthlyBudget: "100",
  mailFrom: "Example <bookings@example.com>",
  waf: "true",
  tracing: "true",
  probeSecretArn: secretArn("probe"),
  oidcIssuer: "https://id.example.com",
  oidcClientId: "almanac",
  oidcSecretArn: secretArn("oidc"),
};
/** The settings of a region with a replica of the table. */
export const REPLICA = {
  replicaStreamArn: STREAM,
  homeSecretsKeyArn: keyArn("a"),
  homeCursorsKeyArn: keyArn("b"),
};
