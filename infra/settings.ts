import * as z from "zod";
import { MultiRegionKeyArn, SecretArn, TableStreamArn } from "./arns.ts";
import { contradictions } from "./contradictions.ts";
import { STAGE_NAMES } from "./stage-defaults.ts";

/** What a setting is, for people: what it takes, in words, and what it does. The default is the schema's, or a stage's. */
export interface SettingDocument extends Record<string, unknown> {
  takes: string;
  description: string;
}

const documented = <S extends z.ZodType>(schema: S, takes: string, description: string): S =>
  schema.meta({ takes, description } satisfies SettingDocument);

const text = (description: string) => documented(z.string().min(1).optional(), "text", description);
const onOff = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })], {
  error: "takes true or false",
});
const onOrOff = (isOn: boolean, description: string) =>
  documented(onOff.default(isOn), "true, false", description);
const whole = (least: number, most: number) => z.coerce.number<unknown>().int().min(least).max(most);
const wholeNumber = (range: { least: number; most: number; usual: number }, description: string) =>
  documented(
    whole(range.least, range.most).default(range.usual),
    `${range.least} to ${range.most}`,
    description,
  );

const HostName = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "is a host name in small letters");

const Region = z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, "is a region, e.g. eu-central-1");

/** Days CloudWatch can keep logs for. */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

/** The operator's settings, each by its name in the context (`-c name=value`). `docs/deploy.md` shows this table. */
export const Settings = z
  .object({
    stage: documented(
      z.enum(STAGE_NAMES).default("prod"),
      STAGE_NAMES.join(", "),
      "What the stages differ in is below. Each is a stack of its own: `Almanac`, `Almanac-staging`, `Almanac-dev`.",
    ),
    domainName: documented(
      HostName.optional(),
      "host name",
      "Your own domain, e.g. `api.example.com`: certificate, DNS records, and `/v1` and `/` mapped to the service. Tokens are issued under `https://<domainName>/v1`.",
    ),
    hostedZoneId: documented(
      z
        .string()
        .regex(/^Z[A-Z0-9]+$/, "is the id of a hosted zone, e.g. Z0123456789ABCDEFGHIJ")
        .optional(),
      "id",
      "Route 53 zone that `domainName` lies in.",
    ),
    defaultEndpoint: onOrOff(
      true,
      "Whether the service also answers at its `execute-api` address; without it only at `domainName`.",
    ),
    serviceUrl: documented(
      z.url({ protocol: /^https$/ }).optional(),
      "https address",
      "Address tokens are issued under, with `/v1`, where it is neither API Gateway's nor `domainName`'s.",
    ),
    securityContact: text("Who `/.well-known/security.txt` names, e.g. `mailto:security@example.com`."),
    alarmEmail: documented(z.email().optional(), "email address", "Who is written to when an alarm rings."),
    dashboard: onOrOff(
      false,
      "A CloudWatch dashboard, for $3 a month. It shows the past 15 months of each metric, also when it is switched on later.",
    ),
    alarms: documented(onOff.optional(), "true, false", "Whether there are alarms."),
    monthlyBudget: documented(
      whole(1, 10_000_000).optional(),
      "US dollars",
      "Writes to `alarmEmail` when the account's costs of a month reach 80 % of it, or are forecast to reach it.",
    ),
    rateLimitPerMinute: wholeNumber(
      { least: 1, most: 100_000, usual: 600 },
      "Requests one credential may make in a minute.",
    ),
    consumerConcurrency: documented(
      whole(2, 1_000).optional(),
      "2 to 1000",
      "Most runs at once of each function that reads a queue; without it 10 to 100, as each function sets. Use 2 while the account's Lambda concurrency quota is 10.",
    ),
    throttleRate: wholeNumber(
      { least: 1, most: 100_000, usual: 2_000 },
      "Requests a second the whole API takes, twice as many in a burst; the account's quota for the region comes first (10,000 by default, 2,500 in af-south-1, ap-southeast-3, eu-south-1, me-central-1, me-south-1 and other newer regions).",
    ),
    signInThrottleRate: wholeNumber(
      { least: 1, most: 10_000, usual: 20 },
      "Sign-ins a second the whole API takes, twice as many in a burst.",
    ),
    tokenThrottleRate: wholeNumber(
      { least: 1, most: 10_000, usual: 100 },
      "Requests a second to each of the token, refresh, revocation and introspection addresses, twice as many in a burst.",
    ),
    waf: onOrOff(
      false,
      "A web ACL: addresses of bad reputation, known bad inputs, common attacks, and a limit per address.",
    ),
    wafRequestsPerAddress: wholeNumber(
      { least: 10, most: 100_000_000, usual: 10_000 },
      "With `waf`: requests one IP address may make in five minutes.",
    ),
    logRetentionDays: documented(
      z.coerce
        .number<unknown>()
        .pipe(z.literal([...LOG_RETENTION_DAYS]))
        .optional(),
      "days, as CloudWatch allows",
      "How long logs are kept.",
    ),
    recoveryDays: documented(
      whole(1, 35).optional(),
      "1 to 35",
      "How many days back the table can be restored to any second.",
    ),
    backupDays: documented(
      whole(0, 3_650).optional(),
      "0 to 3650",
      "How many days each daily copy of the table is kept; 0 for no copies.",
    ),
    restoredStreamArn: documented(
      TableStreamArn,
      "ARN",
      "The stream of a restored table, which the service then uses instead of its own: [restore](runbooks/restore.md).",
    ),
    standbyRegion: documented(
      Region.optional(),
      "region",
      "Keeps a copy of the table in another region, for a [standby](#a-standby-in-another-region).",
    ),
    replicaStreamArn: documented(
      TableStreamArn,
      "ARN",
      "In the other region: the stream of the table's copy there, which the service uses instead of a table of its own.",
    ),
    homeSecretsKeyArn: documented(
      MultiRegionKeyArn,
      "ARN",
      "With `replicaStreamArn`: the home's output `SecretsKeyId`.",
    ),
    homeCursorsKeyArn: documented(
      MultiRegionKeyArn,
      "ARN",
      "With `replicaStreamArn`: the home's output `CursorsKeyId`.",
    ),
    standby: onOrOff(false, "Answers reads and changes nothing, for another region is the home."),
    tracing: onOrOff(false, "X-Ray traces of the gateway and of every function."),
    canary: documented(
      onOff.optional(),
      "true, false",
      "Whether a release is tried on a tenth of the traffic first (see *A release*).",
    ),
    probeSecretArn: documented(
      SecretArn,
      "ARN",
      "With `canary`: the secret that says where a release may book and cancel before it gets traffic.",
    ),
    oidcIssuer: documented(
      z.url({ protocol: /^https$/ }).optional(),
      "https address",
      "[OpenID provider](oauth.md#sign-in-at-your-own-openid-provider) users sign in at.",
    ),
    oidcClientId: text("What the service is called there."),
    oidcSecretArn: documented(SecretArn, "ARN", "Secret the service has there, in AWS Secrets Manager."),
    oidcName: text("What people call the provider; its host without it."),
    passwordSignIn: onOrOff(true, "Whether users can sign in with a password, too."),
  })
  .superRefine((settings, context) => {
    for (const { broken, error } of contradictions(settings)) {
      if (broken) context.addIssue({ code: "custom", message: error });
    }
  });
export type Settings = z.output<typeof Settings>;
