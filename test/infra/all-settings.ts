const secretArn = (name: string) =>
  `arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/${name}-AbCdEf`;
/** A value for every setting that changes the template. */
export const ALL_SETTINGS = {
  domainName: "api.example.com",
  hostedZoneId: "Z0123456789ABC",
  defaultEndpoint: "false",
  securityContact: "mailto:security@example.com",
  alarmEmail: "ops@example.com",
  alarms: "true",
  dashboard: "true",
  monthlyBudget: "100",
  standbyRegion: "eu-central-1",
  waf: "true",
  tracing: "true",
  canary: "true",
  probeSecretArn: secretArn("probe"),
  throttleRate: "50",
  consumerConcurrency: "2",
  calendarCheckMinutes: "20",
  deliveryConcurrency: "50",
  deliveryConcurrencyPerOwner: "40",
  deliveryConcurrencyPerWebhook: "24",
  oidcIssuer: "https://id.example.com",
  oidcClientId: "almanac",
  oidcSecretArn: secretArn("oidc"),
  passwordSignIn: "false",
};
