/** What signs calls of AWS. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Where credentials come from. */
export type CredentialProvider = () => Promise<Credentials>;

let provider: CredentialProvider = credentialsOfRole;

/** The present credentials: those of the function's role, unless {@link useCredentials} set others. */
export const findCredentials = (): Promise<Credentials> => provider();

/** Sets where credentials come from, for programs that run on an operator's machine; without an argument it is the environment. */
export function useCredentials(from: CredentialProvider = credentialsOfRole): void {
  provider = from;
}

/** Lambda has the credentials of the function's role in the environment. */
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
