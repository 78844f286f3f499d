import { ACCOUNT, REGION } from "@almanac/local-cloud";
import { SettingError } from "#infra/setting-error.ts";

/** An OpenID provider at which users of the local cloud can sign in. */
export interface LocalProvider {
  /** May be on this machine, without https. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  name?: string;
  /** Whether users can also sign in with a password; default true. */
  passwordSignIn?: boolean;
}

const SECRET_ARN = `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:almanac/oidc-AbCdEf`;
/** The template requires https, so the functions have the real issuer in an additional variable. */
const TEMPLATE_ISSUER = "https://provider.invalid";

/** Returns the CDK context with the settings of a provider. */
export const providerContext = ({ issuer, clientId, name, passwordSignIn = true }: LocalProvider) => ({
  oidcIssuer: TEMPLATE_ISSUER,
  oidcClientId: clientId,
  oidcSecretArn: SECRET_ARN,
  oidcName: name ?? new URL(issuer).host,
  passwordSignIn,
});

/** Returns the secrets of a provider, by ARN. */
export const providerSecrets = ({ clientSecret }: LocalProvider) => new Map([[SECRET_ARN, clientSecret]]);

/** Reads the provider from the environment of `npm start`; undefined without an issuer. */
export function readProvider(env: NodeJS.ProcessEnv): LocalProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new SettingError("Set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, too: OIDC_ISSUER requires both.");
  const name = env["OIDC_NAME"];
  return {
    issuer,
    clientId,
    clientSecret,
    ...(name !== undefined && { name }),
    passwordSignIn: env["PASSWORD_SIGN_IN"] !== "0",
  };
}
