import { BatchGetCommand, GetCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import { handler as authorizer } from "#functions/authorizer.ts";
import { handler as token } from "#functions/oauth/token.ts";
import { tableClient, tableName } from "#lib/table/client.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  ISSUER,
  makeClient,
  makeCode,
  makeTokens,
  REDIRECT_URI,
} from "#test/support/builders/oauth.ts";
import { authorizerEvent, gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { muteOutput } from "./mute-output.ts";
import { shuffled } from "./statistics.ts";

/** Calls the functions that check and issue tokens, in a separate process, and prints their CPU per call (µs) as JSON. */
const [rounds = "1"] = process.argv.slice(2);
const CALLS = 100;

type SendTokenCall = () => Promise<unknown>;
/** Prepares one round of calls, before it is measured. */
type Prepare = () => Promise<SendTokenCall>;

const unmute = muteOutput();
process.env["RATE_LIMIT_PER_MINUTE"] = "60000000";

const host = await makeHost();
const made = await makeClient();
const bearer = (credential: string) =>
  authorizerEvent({ headers: { Authorization: [`Bearer ${credential}`] } });

async function withoutPreparation(call: SendTokenCall): Promise<SendTokenCall> {
  return call;
}

async function prepareAuthorizer(credential: string): Promise<SendTokenCall> {
  return async () => {
    const { policyDocument } = await authorizer(bearer(credential));
    if (policyDocument.Statement[0]?.Effect !== "Allow")
      throw new Error("The authorizer rejected the credential.");
  };
}

function tokenEvent({ client, secret = "" }: ClientWithSecret, fields: Record<string, string>) {
  const body = new URLSearchParams({ ...fields, client_id: client.id, client_secret: secret }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return gatewayEvent("POST /api/auth/oauth/token", { body, headers });
}

async function requestToken(event: APIGatewayProxyEvent): Promise<{ refresh_token: string }> {
  const { statusCode, body } = (await token(event, LAMBDA_CONTEXT)) as { statusCode: number; body: string };
  if (statusCode !== 200) throw new Error(body);
  return JSON.parse(body);
}

async function prepareRedeem(): Promise<SendTokenCall> {
  const codes: string[] = [];
  for (let done = 0; done < CALLS; done += 1) codes.push(await makeCode(host, made.client));
  return () =>
    requestToken(
      tokenEvent(made, {
        grant_type: "authorization_code",
        code: codes.pop() ?? "",
        redirect_uri: REDIRECT_URI,
      }),
    );
}

async function prepareRefresh(): Promise<SendTokenCall> {
  let { refresh_token } = await makeTokens(host, made);
  return async () => {
    ({ refresh_token } = await requestToken(
      tokenEvent(made, { grant_type: "refresh_token", refresh_token }),
    ));
  };
}

const { access_token: accessToken } = await makeTokens(host, made);
const { key: apiKey } = await makeKey(host);
const { privateKey, publicKey } = await generateKeyPair("ES256");
const claims = { iss: ISSUER, aud: ISSUER, sub: "1", client_id: made.client.id, scope: "READ_BOOKING" };
const sign = () =>
  new SignJWT({ ...claims, iat: Math.floor(Date.now() / 1000), jti: "1" })
    .setExpirationTime("30m")
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "1" })
    .sign(privateKey);
const signed = await sign();

const TableName = tableName();
const Key = { pk: "BENCH", sk: "#" };
const getOne = () => tableClient().send(new GetCommand({ TableName, Key, ConsistentRead: true }));
const updateOne = () =>
  tableClient().send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: "ADD calls :one",
      ExpressionAttributeValues: { ":one": 1 },
      ReturnValues: "ALL_NEW",
    }),
  );
/** The table calls of a token endpoint: three concurrent reads, then four writes in one transaction. */
async function readAndWrite(): Promise<void> {
  const Keys = ["#", "1", "2"].map((sk) => ({ ...Key, sk }));
  await tableClient().send(
    new BatchGetCommand({
      RequestItems: { [TableName]: { Keys, ConsistentRead: true } },
    }),
  );
  const TransactItems = ["1", "2", "3", "4"].map((sk) => ({
    Put: { TableName, Item: { ...Key, sk, text: "x".repeat(200) } },
  }));
  await tableClient().send(new TransactWriteCommand({ TransactItems }));
}

const KINDS: Record<string, Prepare> = {
  "jose verifies": () =>
    withoutPreparation(() =>
      jwtVerify(signed, publicKey, {
        algorithms: ["ES256"],
        typ: "at+jwt",
        issuer: ISSUER,
        audience: ISSUER,
      }),
    ),
  "jose signs": () => withoutPreparation(sign),
  "one update": () => withoutPreparation(updateOne),
  "an update and a read": () => withoutPreparation(() => Promise.all([updateOne(), getOne()])),
  "three reads, then four writes": () => withoutPreparation(readAndWrite),
  "authorizer, API key": () => prepareAuthorizer(apiKey),
  "authorizer, access token": () => prepareAuthorizer(accessToken),
  "token endpoint, code": prepareRedeem,
  "token endpoint, refresh token": prepareRefresh,
};

const costs = new Map<string, number[]>(Object.keys(KINDS).map((name) => [name, []]));
for (let round = 0; round <= Number(rounds); round += 1)
  for (const [name, prepare] of shuffled(Object.entries(KINDS))) {
    const call = await prepare();
    const before = process.cpuUsage();
    for (let done = 0; done < CALLS; done += 1) await call();
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0) costs.get(name)?.push((user + system) / CALLS);
  }
unmute();
console.log(JSON.stringify(Object.fromEntries(costs)));
process.exit(0);
