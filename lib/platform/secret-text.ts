import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { awsSettings } from "./aws-settings.ts";
import { perService } from "./per-service.ts";

const secrets = /* @__PURE__ */ perService(() => new SecretsManagerClient(awsSettings("SECRETS_MANAGER")));

/** Reads the text of a secret in AWS Secrets Manager, trimmed. */
export async function readSecretText(arn: string): Promise<string> {
  const { SecretString } = await secrets().send(new GetSecretValueCommand({ SecretId: arn }));
  if (SecretString === undefined) throw new Error("the secret has no text");
  return SecretString.trim();
}
