import * as z from "zod";
import { DELIVERIES_AT_ONCE, MAX_AT_ONCE } from "#lib/delivery/deliveries/lanes.ts";
import { MAIL_LANGUAGES } from "#lib/mail/content/sentences.ts";
import { parseSender } from "#lib/mail/sender.ts";
import { MultiRegionKeyArn, SecretArn, TableStreamArn } from "./arns.ts";
import { checkDependencies } from "./setting-rules.ts";
import {
  HostName,
  integer,
  integerSetting,
  LOG_RETENTION_DAYS,
  OnOff,
  onOffSetting,
  Region,
  textSetting,
  withDocument,
} from "./setting-schemas.ts";
import { STAGE_NAMES } from "./stage-defaults.ts";

/** The operator's settings, by their names in the CDK context (`-c name=value`). `docs/deploy.md` contains this table. */
export const Settings = z
  .object({
    stage: withDocument(
      z.enum(STAGE_NAMES).default("prod"),
      STAGE_NAMES.join(", "),
      "The stage. The table below lists the differences. Each stage has its own stack: `Almanac`, `Almanac-staging`, `Almanac-dev`.",
    ),
    domainName: withDocument(
      HostName.optional(),
      "host name",
      "Custom domain, e.g. `api.example.com`. Creates a certificate and DNS records, and maps `/v1`, `/api/v1` and `/` to the service. The issuer of tokens is `https://<domainName>/v1`.",
    ),
    hostedZoneId: withDocument(
      z
        .string()
        .regex(/^Z[A-Z0-9]+$/, "must be the id of a hosted zone, e.g. Z0123456789ABCDEFGHIJ")
        .optional(),
      "id",
      "Route 53 hosted zone of `domainName` and of `mailDomain`.",
    ),
    defaultEndpoint: onOffSetting(
      true,
      "Whether the `execute-api` address works. If false, only `domainName` works.",
    ),
    serviceUrl: withDocument(
      z.url({ protocol: /^https$/ }).optional(),
      "https address",
      "Issuer of tokens, ending in `/v1`, if it is neither the API Gateway address nor `domainName`.",
    ),
    securityContact: textSetting(
      "Contact in `/.well-known/security.txt`, e.g. `mailto:security@example.com`.",
    ),
    alarmEmail: withDocument(
      z.email().optional(),
      "email address",
      "Receives a mail when an alarm fires, except `ReleaseErrors`.",
    ),
    dashboard: onOffSetting(
      false,
      "Whether to create a CloudWatch dashboard ($3 a month). It shows the past 15 months of each metric, even if you switch it on later.",
    ),
    alarms: withDocument(OnOff.optional(), "true, false", "Whether to create alarms."),
    monthlyBudget: withDocument(
      integer(1, 10_000_000).optional(),
      "US dollars",
      "Sends a mail to `alarmEmail` when the account's costs of a month reach 80 % of this amount, or are forecast to reach it.",
    ),
    rateLimitPerMinute: integerSetting(
      { minimum: 1, maximum: 50_000, default: 600 },
      "Maximum requests per minute of one credential. Each request writes the same item, and DynamoDB allows 60,000 such writes a minute.",
    ),
    consumerConcurrency: withDocument(
      integer(2, 1_000).optional(),
      "2 to 1000",
      "Maximum concurrent runs of each function that reads a queue. Default: 5 to 100, depending on the function. Use 2 while the account's Lambda concurrency quota is 10.",
    ),
    deliveryConcurrency: withDocument(
      integer(2, 1_000).optional(),
      "2 to 1000",
      `Maximum concurrent requests to all webhooks. Default: ${DELIVERIES_AT_ONCE}. \`consumerConcurrency\` lowers it.`,
    ),
    deliveryConcurrencyPerOwner: withDocument(
      integer(1, 1_000).optional(),
      "1 to 1000",
      "Maximum concurrent requests to all webhooks of one user; 40 % of them are for slow webhooks. Default: a fifth of `deliveryConcurrency`.",
    ),
    deliveryConcurrencyPerWebhook: withDocument(
      integer(1, 1_000).optional(),
      "1 to 1000",
      `Maximum concurrent requests to one webhook. Default: ${MAX_AT_ONCE}. Subscribers must expect as many ([scale](scale.md)).`,
    ),
    calendarCheckMinutes: withDocument(
      integer(5, 1_440).optional(),
      "5 to 1440",
      "Minutes between two checks of a connected calendar. Default: 15. Calendars of a host whose slots are listed are also checked then.",
    ),
    mailFrom: withDocument(
      z
        .string()
        .refine((text) => parseSender(text) !== undefined, "must be like: Example <bookings@example.com>")
        .optional(),
      "`Name <address>`",
      "Sender of mails about bookings. Without it, the service sends no mails. The name is used for hosts without a name.",
    ),
    mailDomain: withDocument(
      HostName.optional(),
      "host name",
      "Domain of the address in `mailFrom`. Creates its identity in Amazon SES, and its DNS records in `hostedZoneId`; without that, outputs `MailRecord1` to `MailRecord5` have them. Omit it if the address or its domain is verified in SES.",
    ),
    mailTransport: withDocument(
      z.enum(["ses", "smtp"]).default("ses"),
      "ses, smtp",
      "What sends mails: Amazon SES in the region of the stack, or an SMTP server.",
    ),
    smtpSecretArn: withDocument(
      SecretArn,
      "ARN",
      'With `mailTransport=smtp`: secret with the server, `{"host", "port", "user", "password"}`. TLS is required.',
    ),
    mailLanguages: withDocument(
      z
        .string()
        .transform((text) => text.split(","))
        .pipe(z.array(z.enum(MAIL_LANGUAGES)).min(1))
        .optional(),
      MAIL_LANGUAGES.join(","),
      "Languages of mails. People with another one get English or, without it, the first of these. Default: all.",
    ),
    throttleRate: integerSetting(
      { minimum: 1, maximum: 100_000, default: 2_000 },
      "Maximum requests per second of all callers together; bursts may be twice as large. It also limits what an attack can cost: set it to about ten times your peak. The account's quota for the region still applies (10,000 by default, 2,500 in af-south-1, ap-southeast-3, eu-south-1, me-central-1, me-south-1 and other newer regions).",
    ),
    signInThrottleRate: integerSetting(
      { minimum: 1, maximum: 10_000, default: 20 },
      "Maximum sign-ins per second of all users together; bursts may be twice as large.",
    ),
    tokenThrottleRate: integerSetting(
      { minimum: 1, maximum: 10_000, default: 100 },
      "Maximum requests per second to each of the token, refresh, revocation and introspection endpoints; bursts may be twice as large.",
    ),
    waf: onOffSetting(
      false,
      "Whether to create a web ACL. It blocks addresses with a bad reputation, known bad inputs, common attacks, and addresses with too many requests.",
    ),
    wafRequestsPerAddress: integerSetting(
      { minimum: 10, maximum: 100_000_000, default: 10_000 },
      "With `waf`: maximum requests of one IP address in five minutes.",
    ),
    logRetentionDays: withDocument(
      z.coerce
        .number<unknown>()
        .pipe(z.literal([...LOG_RETENTION_DAYS]))
        .optional(),
      "days that CloudWatch Logs allows",
      "How long logs are stored.",
    ),
    recoveryDays: withDocument(
      integer(1, 35).optional(),
      "1 to 35",
      "Number of past days to any second of which the table can be restored.",
    ),
    backupDays: withDocument(
      integer(0, 3_650).optional(),
      "0 to 3650",
      "Number of days each daily copy of the table is stored; 0 for no copies.",
    ),
    restoredStreamArn: withDocument(
      TableStreamArn,
      "ARN",
      "Stream of a restored table. The service uses that table instead of its own: [restore](runbooks/restore.md).",
    ),
    standbyRegion: withDocument(
      Region.optional(),
      "region",
      "Region of a copy of the table, for a [standby](#a-standby-in-another-region).",
    ),
    replicaStreamArn: withDocument(
      TableStreamArn,
      "ARN",
      "In the standby's region: stream of the table's copy. The service uses this copy instead of its own table.",
    ),
    homeSecretsKeyArn: withDocument(
      MultiRegionKeyArn,
      "ARN",
      "With `replicaStreamArn`: output `SecretsKeyId` of the home region.",
    ),
    homeCursorsKeyArn: withDocument(
      MultiRegionKeyArn,
      "ARN",
      "With `replicaStreamArn`: output `CursorsKeyId` of the home region.",
    ),
    standby: onOffSetting(
      false,
      "Whether the service is read-only, because another region is the home region.",
    ),
    tracing: onOffSetting(false, "Whether API Gateway and all functions send X-Ray traces."),
    canary: withDocument(
      OnOff.optional(),
      "true, false",
      "Whether a release first receives 10 % of the traffic (see [A release](#a-release)).",
    ),
    probeSecretArn: withDocument(
      SecretArn,
      "ARN",
      "With `canary`: secret with the key of the [probe host](#the-probe-host).",
    ),
    oidcIssuer: withDocument(
      z.url({ protocol: /^https$/ }).optional(),
      "https address",
      "Issuer of the [OpenID provider](oauth.md#sign-in-at-your-own-openid-provider) where users sign in.",
    ),
    oidcClientId: textSetting("Client id of the service at the OpenID provider."),
    oidcSecretArn: withDocument(
      SecretArn,
      "ARN",
      "AWS Secrets Manager secret with the client secret of the service at the OpenID provider.",
    ),
    oidcName: textSetting("Name of the provider on the sign-in page. Default: its host name."),
    passwordSignIn: onOffSetting(true, "Whether users can also sign in with a password."),
  })
  .superRefine((settings, context) => {
    for (const { broken, error } of checkDependencies(settings)) {
      if (broken) context.addIssue({ code: "custom", message: error });
    }
  });
/** The parsed settings. */
export type Settings = z.output<typeof Settings>;
