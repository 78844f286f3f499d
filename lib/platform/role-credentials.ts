/**
 * Replaces the SDK's chain of credential providers in bundles: Lambda sets environment variables to the credentials of the function's role.
 * Programs on an operator's machine use the SDK's chain.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: required("AWS_ACCESS_KEY_ID"),
  secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
  ...(process.env["AWS_SESSION_TOKEN"] && { sessionToken: process.env["AWS_SESSION_TOKEN"] }),
});

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment variable ${name} is not set`);
  return value;
}
