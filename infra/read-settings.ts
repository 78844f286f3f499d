import type * as z from "zod";
import { SettingError } from "#infra/setting-error.ts";
import { Settings } from "#infra/settings.ts";
import { issueText } from "#lib/entry/http/issue-text.ts";
import type { Variable } from "#lib/platform/env.ts";
import { stackNameOf } from "./stage.ts";

/** The form of the service's settings. Those of CDK contain a dash, a colon or a slash. */
const SETTING_NAME = /^[a-z][A-Za-z]*$/;

/**
 * Reads the settings from the CDK context.
 *
 * @throws {SettingError} for an invalid value or an unknown name
 */
export function readSettings(context: Record<string, unknown>): Settings {
  const names = Object.keys(Settings.shape);
  const unknown = Object.keys(context).filter((name) => SETTING_NAME.test(name) && !names.includes(name));
  if (unknown.length > 0)
    throw new SettingError(`Unknown setting: ${unknown.join(", ")}. The settings are ${names.join(", ")}.`);
  const parsed = Settings.safeParse(Object.fromEntries(names.map((name) => [name, context[name]])), {
    error: issueText,
  });
  if (!parsed.success) throw new SettingError(`Invalid setting: ${describeIssues(parsed.error)}`);
  const { data } = parsed;
  // A standby is read-only, so a release can't be probed with a booking.
  return data.standby ? { ...data, probeSecretArn: undefined } : data;
}

const describeIssues = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => [path.join("."), message].filter((part) => part !== "").join(" "))
    .join("; ");

/** Returns the functions' environment variables that have values in the settings. */
export function variablesOf(settings: Settings): Partial<Record<Variable, string>> {
  const { domainName, serviceUrl, securityContact, oidcIssuer, oidcClientId, oidcSecretArn } = settings;
  const domainUrl = domainName && `https://${domainName}/v1`;
  const variables: Partial<Record<Variable, string | undefined>> = {
    ...mailVariables(settings),
    SECURITY_CONTACT: securityContact,
    SERVICE_URL: serviceUrl?.replace(/\/$/, "") ?? domainUrl,
    OIDC_ISSUER: oidcIssuer,
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_SECRET_ARN: oidcSecretArn,
    OIDC_NAME: oidcIssuer && (settings.oidcName ?? new URL(oidcIssuer).host),
    PASSWORD_SIGN_IN: settings.passwordSignIn ? undefined : "0",
    CONSUMER_CONCURRENCY: settings.consumerConcurrency?.toString(),
    CALENDAR_CHECK_MINUTES: settings.calendarCheckMinutes?.toString(),
    DELIVERY_CONCURRENCY: settings.deliveryConcurrency?.toString(),
    DELIVERY_CONCURRENCY_PER_OWNER: settings.deliveryConcurrencyPerOwner?.toString(),
    DELIVERY_CONCURRENCY_PER_WEBHOOK: settings.deliveryConcurrencyPerWebhook?.toString(),
  };
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}

/** The variables of mails; none without a sender. */
const mailVariables = (settings: Settings): Partial<Record<Variable, string | undefined>> =>
  settings.mailFrom === undefined
    ? {}
    : {
        MAIL_FROM: settings.mailFrom,
        MAIL_DOMAIN: settings.mailDomain,
        MAIL_LANGUAGES: settings.mailLanguages?.join(","),
        MAIL_CONFIGURATION_SET: settings.mailTransport === "ses" ? stackNameOf(settings) : undefined,
        SMTP_SECRET_ARN: settings.smtpSecretArn,
      };
