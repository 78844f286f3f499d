import type * as z from "zod";
import { SettingError } from "#infra/setting-error.ts";
import { Settings } from "#infra/settings.ts";
import { issueText } from "#lib/http/issue-text.ts";
import type { Variable } from "#lib/platform/env.ts";

/** Names that are settings of ours if they are anything; CDK's own have a dash, a colon or a slash in them. */
const OWN_NAME = /^[a-z][A-Za-z]*$/;

/**
 * The settings in a context.
 *
 * @throws {SettingError} for an invalid value or an unknown name
 */
export function readSettings(context: Record<string, unknown>): Settings {
  const names = Object.keys(Settings.shape);
  const unknown = Object.keys(context).filter((name) => OWN_NAME.test(name) && !names.includes(name));
  if (unknown.length > 0)
    throw new SettingError(`Unknown setting: ${unknown.join(", ")}. The settings are ${names.join(", ")}.`);
  const parsed = Settings.safeParse(Object.fromEntries(names.map((name) => [name, context[name]])), {
    error: issueText,
  });
  if (!parsed.success) throw new SettingError(`Invalid setting: ${describeIssues(parsed.error)}`);
  return inStandby(parsed.data);
}

/** The settings, but that no release of a standby is tried by booking. */
const inStandby = (settings: Settings): Settings =>
  settings.standby ? { ...settings, probeSecretArn: undefined } : settings;

const describeIssues = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => [path.join("."), message].filter((part) => part !== "").join(" "))
    .join("; ");

/** The variables functions read that are made of the settings; a setting that is not made has none. */
export function variablesOf(settings: Settings): Partial<Record<Variable, string>> {
  const { domainName, serviceUrl, securityContact, oidcIssuer, oidcClientId, oidcSecretArn } = settings;
  const ownAddress = domainName && `https://${domainName}/v1`;
  const variables: Partial<Record<Variable, string | undefined>> = {
    SECURITY_CONTACT: securityContact,
    SERVICE_URL: serviceUrl?.replace(/\/$/, "") ?? ownAddress,
    OIDC_ISSUER: oidcIssuer,
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_SECRET_ARN: oidcSecretArn,
    OIDC_NAME: oidcIssuer && (settings.oidcName ?? new URL(oidcIssuer).host),
    PASSWORD_SIGN_IN: settings.passwordSignIn ? undefined : "0",
    CONSUMER_CONCURRENCY: settings.consumerConcurrency?.toString(),
  };
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}
