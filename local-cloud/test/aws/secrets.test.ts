import {
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { expect, test } from "vitest";
import type { Statement } from "#local-cloud/aws/types.ts";
import { startLocalAws } from "#local-cloud/testing/local-aws.ts";

const secretArn = (name: string): string => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`;
const [OIDC, OTHER] = [secretArn("almanac/oidc-AbCdEf"), secretArn("other-AbCdEf")];
const READ_OIDC: Statement = {
  effect: "Allow",
  actions: ["secretsmanager:GetSecretValue"],
  resources: [OIDC],
};

async function createClient(accessKeyId: string) {
  const secrets = new Map([OIDC, OTHER].map((arn) => [arn, `text of ${arn}`]));
  const callers = new Map([["reader", [READ_OIDC]]]);
  const { url } = await startLocalAws({ secrets, callers, dynamodbEndpoint: "http://127.0.0.1:9" });
  return new SecretsManagerClient({
    endpoint: url,
    region: "us-east-1",
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey: "local" },
  });
}

test("a role reads only the secret that it allows", async () => {
  const client = await createClient("reader");
  await expect(client.send(new GetSecretValueCommand({ SecretId: OIDC }))).resolves.toMatchObject({
    ARN: OIDC,
    Name: "almanac/oidc",
    SecretString: `text of ${OIDC}`,
  });
  await expect(client.send(new GetSecretValueCommand({ SecretId: OTHER }))).rejects.toMatchObject({
    name: "AccessDeniedException",
  });
});

test("a missing secret is not found, and only reading is supported", async () => {
  const client = await createClient("operator");
  const missing = new GetSecretValueCommand({ SecretId: secretArn("none-AbCdEf") });
  await expect(client.send(missing)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({
    name: "UnknownOperationException",
  });
});
