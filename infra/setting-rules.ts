import { DELIVERIES_AT_ONCE, fastLanes, ownerLanes } from "#lib/delivery/deliveries/lanes.ts";
import { parseSender } from "#lib/mail/sender.ts";
import { STAGE_DEFAULTS, type StageName } from "./stage-defaults.ts";

/** Settings that depend on others. */
interface DependentSettings {
  alarmEmail?: string | undefined;
  canary?: boolean | undefined;
  defaultEndpoint: boolean;
  deliveryConcurrency?: number | undefined;
  deliveryConcurrencyPerOwner?: number | undefined;
  deliveryConcurrencyPerWebhook?: number | undefined;
  domainName?: string | undefined;
  homeCursorsKeyArn?: string | undefined;
  homeSecretsKeyArn?: string | undefined;
  hostedZoneId?: string | undefined;
  mailDomain?: string | undefined;
  mailFrom?: string | undefined;
  mailLanguages?: readonly string[] | undefined;
  mailTransport: "ses" | "smtp";
  monthlyBudget?: number | undefined;
  oidcClientId?: string | undefined;
  oidcIssuer?: string | undefined;
  oidcSecretArn?: string | undefined;
  passwordSignIn: boolean;
  probeSecretArn?: string | undefined;
  replicaStreamArn?: string | undefined;
  smtpSecretArn?: string | undefined;
  stage: StageName;
  standbyRegion?: string | undefined;
}

/** Returns the rules between settings, and whether they are broken. */
export const checkDependencies = (settings: DependentSettings): { broken: boolean; error: string }[] => [
  {
    broken: !allOrNone(settings.oidcIssuer, settings.oidcClientId, settings.oidcSecretArn),
    error: "oidcIssuer, oidcClientId and oidcSecretArn go together",
  },
  {
    broken: !settings.passwordSignIn && settings.oidcIssuer === undefined,
    error: "passwordSignIn=false leaves no way to sign in without oidcIssuer",
  },
  {
    broken: settings.domainName !== undefined && settings.hostedZoneId === undefined,
    error: "domainName needs hostedZoneId",
  },
  {
    broken:
      settings.hostedZoneId !== undefined &&
      settings.domainName === undefined &&
      settings.mailDomain === undefined,
    error: "hostedZoneId is of no use without domainName or mailDomain",
  },
  {
    broken: !settings.defaultEndpoint && settings.domainName === undefined,
    error: "defaultEndpoint=false leaves no address without domainName",
  },
  {
    broken: settings.monthlyBudget !== undefined && settings.alarmEmail === undefined,
    error: "monthlyBudget has nobody to write to without alarmEmail",
  },
  {
    broken:
      settings.probeSecretArn !== undefined && !(settings.canary ?? STAGE_DEFAULTS[settings.stage].canary),
    error: "probeSecretArn is of no use without canary=true",
  },
  {
    broken: !allOrNone(settings.replicaStreamArn, settings.homeSecretsKeyArn, settings.homeCursorsKeyArn),
    error: "replicaStreamArn, homeSecretsKeyArn and homeCursorsKeyArn go together",
  },
  {
    broken: settings.standbyRegion !== undefined && settings.replicaStreamArn !== undefined,
    error:
      "standbyRegion is for the home, whose own table is copied, and replicaStreamArn for the other region",
  },
  ...checkLanes(settings),
  ...checkMail(settings),
];

function checkMail({ mailFrom, mailDomain, mailTransport, smtpSecretArn, mailLanguages }: DependentSettings) {
  const isSmtp = mailTransport === "smtp";
  const { domain = "" } = parseSender(mailFrom ?? "") ?? {};
  return [
    {
      broken:
        mailFrom === undefined &&
        (isSmtp || [mailDomain, smtpSecretArn, mailLanguages].some((value) => value !== undefined)),
      error: "mailDomain, mailTransport=smtp, smtpSecretArn and mailLanguages are of no use without mailFrom",
    },
    {
      broken: isSmtp !== (smtpSecretArn !== undefined),
      error: "mailTransport=smtp and smtpSecretArn go together",
    },
    {
      broken: isSmtp && mailDomain !== undefined,
      error: "mailDomain is for Amazon SES: omit it with mailTransport=smtp",
    },
    {
      broken: mailFrom !== undefined && mailDomain !== undefined && !`.${domain}`.endsWith(`.${mailDomain}`),
      error: `the address of mailFrom must be in mailDomain (${mailDomain})`,
    },
  ];
}

function checkLanes({
  deliveryConcurrency: all = DELIVERIES_AT_ONCE,
  deliveryConcurrencyPerOwner: ofOwner = ownerLanes(all),
  deliveryConcurrencyPerWebhook: ofWebhook,
}: DependentSettings) {
  const most = fastLanes(ofOwner);
  return [
    {
      broken: ofOwner > all,
      error: `deliveryConcurrencyPerOwner must be at most deliveryConcurrency (${all})`,
    },
    {
      broken: ofWebhook !== undefined && ofWebhook > most,
      error: `deliveryConcurrencyPerWebhook must be at most ${most}, because 40 % of deliveryConcurrencyPerOwner (${ofOwner}) are for slow webhooks`,
    },
  ];
}

const allOrNone = (...values: unknown[]): boolean =>
  new Set(values.map((value) => value === undefined)).size === 1;
