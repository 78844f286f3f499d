import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

const CONNECT_TIMEOUT = 1_000;
const REQUEST_TIMEOUT = 3_000;

let client: SecretsManagerClient | undefined;

/** The text of a secret of AWS Secrets Manager, without blanks around it. */
export async function readSecretText(arn: string): Promise<string> {
  client ??= new SecretsManagerClient({
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      // Without it a call that takes too long is only logged.
      throwOnRequestTimeout: true,
    },
  });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (SecretString === undefined) throw new Error("the secret holds no text");
  return SecretString.trim();
}
