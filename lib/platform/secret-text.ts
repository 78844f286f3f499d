import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { perService } from "./per-service.ts";
import { RequestHandler } from "./request-handler.ts";

const REQUEST_MS = 3_000;

const client = /* @__PURE__ */ perService(
  () => new SecretsManagerClient({ requestHandler: new RequestHandler(REQUEST_MS) }),
);

/** The text of a secret of AWS Secrets Manager, without blanks around it. */
export async function readSecretText(arn: string): Promise<string> {
  const { SecretString } = await client().send(new GetSecretValueCommand({ SecretId: arn }));
  if (SecretString === undefined) throw new Error("the secret holds no text");
  return SecretString.trim();
}
