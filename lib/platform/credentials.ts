/** Credentials with which calls of AWS are signed. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Loads the current credentials. */
export type CredentialProvider = () => Promise<Credentials>;

let provider: CredentialProvider = credentialsOfRole;

/** Returns the current credentials: those of the function's role, or of the provider that {@link useCredentials} set. */
export const findCredentials = (): Promise<Credentials> => provider();

/** Sets the provider of credentials, for programs on an operator's machine; by default the environment. */
export function useCredentials(newProvider: CredentialProvider = credentialsOfRole): void {
  provider = newProvider;
}

/** Lambda sets environment variables to the credentials of the function's role. */
async function credentialsOfRole(): Promise<Credentials> {
  return {
    accessKeyId: variable("AWS_ACCESS_KEY_ID"),
    secretAccessKey: variable("AWS_SECRET_ACCESS_KEY"),
    sessionToken: process.env["AWS_SESSION_TOKEN"],
  };
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment variable ${name} is not set`);
  return value;
}
