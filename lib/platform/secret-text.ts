import { AwsClient } from "./aws-client.ts";
import { perService } from "./per-service.ts";

const secrets = /* @__PURE__ */ perService(
  () =>
    new AwsClient({
      service: "secretsmanager",
      endpointVariable: "AWS_ENDPOINT_URL_SECRETS_MANAGER",
      target: "secretsmanager",
      jsonVersion: "1.1",
      requestMs: 2_000,
    }),
);

/** Reads the text of a secret in AWS Secrets Manager, trimmed. */
export async function readSecretText(arn: string): Promise<string> {
  const response = await secrets().call("GetSecretValue", { SecretId: arn });
  const { SecretString }: { SecretString?: string } = JSON.parse(response);
  if (SecretString === undefined) throw new Error("the secret has no text");
  return SecretString.trim();
}
