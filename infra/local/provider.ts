import { SettingError } from "#infra/setting-error.ts";
import { ACCOUNT, REGION } from "./aws/types.ts";

/** An OpenID provider that users of the local cloud may sign in at. */
export interface LocalProvider {
  /** May be on this machine, without https. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  name?: string;
  /** Whether passwords are taken, too; they are unless it says otherwise. */
  passwordSignIn?: boolean;
}

const SECRET_ARN = `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:almanac/oidc-AbCdEf`;
/** No template can name an issuer without https, so the functions are told of the true one beside it. */
const ISSUER_OF_TEMPLATE = "https://provider.invalid";

/** The settings of the template for a provider. */
export const contextFor = ({ issuer, clientId, name, passwordSignIn = true }: LocalProvider) => ({
  oidcIssuer: ISSUER_OF_TEMPLATE,
  oidcClientId: clientId,
  oidcSecretArn: SECRET_ARN,
  oidcName: name ?? new URL(issuer).host,
  passwordSignIn,
});

/** The secrets there are for a provider, by their ARNs. */
export const secretsFor = ({ clientSecret }: LocalProvider) => new Map([[SECRET_ARN, clientSecret]]);

/** The provider in the environment of `npm start`; none without an issuer. */
export function providerIn(env: NodeJS.ProcessEnv): LocalProvider | undefined {
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
