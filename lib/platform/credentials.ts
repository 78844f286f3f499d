/**
 * Bundles use this in place of `@aws-sdk/credential-provider-node`: a Lambda always has its role's credentials in the
 * environment, so the chain of profiles, SSO and metadata services (132 KB) never runs.
 */
export const defaultProvider = () => async (): Promise<EnvironmentCredentials> => ({
  accessKeyId: variable("AWS_ACCESS_KEY_ID"),
  secretAccessKey: variable("AWS_SECRET_ACCESS_KEY"),
  sessionToken: process.env["AWS_SESSION_TOKEN"],
});

interface EnvironmentCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment variable ${name} is not set`);
  return value;
}
