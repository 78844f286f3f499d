import * as z from "zod";
import type { Variable } from "#lib/platform/env.ts";

const Text = z.string().min(1).optional();

/** The operator's settings in the context (`-c name=value`). */
const Settings = z
  .object({
    securityContact: Text,
    serviceUrl: Text,
    oidcIssuer: z.url({ protocol: /^https$/ }).optional(),
    oidcClientId: Text,
    // Whole, with its six letters at the end, so that a role can be granted this secret and no other.
    oidcSecretArn: z
      .string()
      .regex(/^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/)
      .optional(),
    oidcName: Text,
    passwordSignIn: z.union([z.boolean(), z.stringbool()]).default(true),
  })
  .refine(
    ({ oidcIssuer, oidcClientId, oidcSecretArn }) =>
      new Set([oidcIssuer, oidcClientId, oidcSecretArn].map((value) => value === undefined)).size === 1,
    { error: "oidcIssuer, oidcClientId and oidcSecretArn go together" },
  )
  .refine(({ oidcIssuer, passwordSignIn }) => passwordSignIn || oidcIssuer !== undefined, {
    error: "passwordSignIn=false leaves no way to sign in without oidcIssuer",
  });

/**
 * The variables made of the operator's settings, each read by its name in the context. Throws on one that can't be, or lacks another.
 */
export function settingsIn(read: (name: string) => unknown): Partial<Record<Variable, string>> {
  const names = Object.keys(Settings.shape);
  const parsed = Settings.safeParse(Object.fromEntries(names.map((name) => [name, read(name)])));
  if (!parsed.success) throw new Error(`settings: ${z.prettifyError(parsed.error)}`);
  const { securityContact, serviceUrl, oidcIssuer, oidcClientId, oidcSecretArn, ...more } = parsed.data;
  const variables: Partial<Record<Variable, string | undefined>> = {
    SECURITY_CONTACT: securityContact,
    SERVICE_URL: serviceUrl?.replace(/\/$/, ""),
    OIDC_ISSUER: oidcIssuer,
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_SECRET_ARN: oidcSecretArn,
    OIDC_NAME: oidcIssuer && (more.oidcName ?? new URL(oidcIssuer).host),
    PASSWORD_SIGN_IN: more.passwordSignIn ? undefined : "0",
  };
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}
