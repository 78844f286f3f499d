/**
 * Replaces the SDK's chain of credential providers in bundles: Lambda sets environment variables to the credentials of the function's role.
 * They never change in a process, so they are read once: the SDK asks for them at each call. Programs on an operator's machine use the SDK's
 * chain.
 */
export const defaultProvider = () => {
  const credentials = {
    accessKeyId: required("AWS_ACCESS_KEY_ID"),
    secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
    ...(process.env["AWS_SESSION_TOKEN"] && { sessionToken: process.env["AWS_SESSION_TOKEN"] }),
  };
  return async () => credentials;
};

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment variable ${name} is not set`);
  return value;
}
