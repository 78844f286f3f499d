import { beforeAll, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { introspectToken } from "#lib/identity/oauth/introspect-token.ts";
import { findSignIn } from "#lib/identity/sign-in/session.ts";
import { signIn } from "#lib/identity/sign-in/sign-in.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { makeKey } from "#test/support/builders/builders.ts";
import { ISSUER, makeClient, makeCode, makeTokens, redeem, refresh } from "#test/support/builders/oauth.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const PASSWORD = "correct-horse-battery";
const KINDS = [
  "API key",
  "access token",
  "refresh token",
  "code",
  "client id",
  "client secret",
  "session",
  "device",
  "grant id",
  "password",
] as const;
type Kind = (typeof KINDS)[number];

/** Creates a valid credential of each kind, all of one user and one application. */
async function makeAll() {
  const email = `kinds-${Math.random()}@example.com`;
  const user = await createUser(OPERATOR, UserCreate.parse({ email, name: "Kim Kind", password: PASSWORD }));
  const [host, made] = [{ userId: user.id }, await makeClient()];
  const { access_token, refresh_token } = await makeTokens(host, made);
  const browser = await signIn({ email, password: PASSWORD, device: undefined, address: "192.0.2.1" });
  const credentials: Record<Kind, string> = {
    "API key": (await makeKey({ userId: user.id, role: "USER", scopes: "all", credentialId: "none" })).key,
    "access token": access_token,
    "refresh token": refresh_token,
    code: await makeCode(host, made.client),
    "client id": made.client.id,
    "client secret": made.secret ?? "",
    session: browser.session ?? "",
    device: browser.device ?? "",
    "grant id": (await findGrant(user.id, made.client.id))?.id ?? "",
    password: PASSWORD,
  };
  return { made, credentials };
}
type All = Awaited<ReturnType<typeof makeAll>>;

async function isAllowed(sent: Parameters<typeof authorizerEvent>[0]): Promise<boolean> {
  const { policyDocument } = await authorize(authorizerEvent(sent));
  return policyDocument.Statement[0]?.Effect === "Allow";
}
const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Every way to send a credential, a check whether it is accepted, and the kinds that are accepted. */
const USES: [string, (text: string, all: All) => Promise<boolean>, Kind[]][] = [
  [
    "as a bearer token",
    (text) => isAllowed({ headers: { Authorization: [`Bearer ${text}`] } }),
    ["API key", "access token"],
  ],
  ["as X-Api-Key", (text) => isAllowed({ headers: { "X-Api-Key": [text] } }), ["API key"]],
  ["as apiKey in the address", (text) => isAllowed({ query: { apiKey: [text] } }), ["API key"]],
  ["as a session", async (text) => (await findSignIn(text)) !== undefined, ["session"]],
  [
    "for introspection",
    async (token, { made: { client, secret } }) => {
      const credentials = { clientId: client.id, secret, usesBasic: false };
      return (await introspectToken({ credentials, issuer: ISSUER }, token)).active;
    },
    ["access token", "refresh token"],
  ],
  [
    "as a client's secret",
    (secret, { made, credentials }) => succeeds(redeem({ ...made, secret }, credentials.code)),
    ["client secret"],
  ],
  ["as a code", (code, { made }) => succeeds(redeem(made, code)), ["code"]],
  ["as a refresh token", (token, { made }) => succeeds(refresh(made, token)), ["refresh token"]],
];

describe.each(USES)("a credential sent %s", (_, isAccepted, kinds) => {
  let all: All;
  beforeAll(async () => {
    captureLines();
    all = await makeAll();
  });

  it("is accepted only if it is of the right kind", async () => {
    const accepted: Kind[] = [];
    for (const kind of KINDS.toSorted((a, b) => Number(kinds.includes(a)) - Number(kinds.includes(b)))) {
      expect(all.credentials[kind], kind).not.toBe("");
      if (await isAccepted(all.credentials[kind], all)) accepted.push(kind);
    }
    expect(accepted.toSorted()).toEqual(kinds.toSorted());
  });
});
