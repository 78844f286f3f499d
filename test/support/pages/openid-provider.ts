import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider";

/** The claims of a user of the provider. */
export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
}

/** A running OpenID provider, which signs its user in without a page. */
export interface OpenIdProvider {
  settings: { issuer: string; clientId: string; clientSecret: string; name: string };
  /** The user of the provider. Access is denied if there is none. */
  account: ProviderAccount | undefined;
  /** Whether it responds with 503. */
  isDown: boolean;
  /** Changes the response of the token endpoint. */
  tamper: ((body: Record<string, unknown>) => Record<string, unknown>) | undefined;
  stop(): Promise<void>;
}

interface Options {
  /** Whether the ID token contains the email address. By default only userinfo does, as the specification says. */
  tellsInToken?: boolean;
}

/** Starts an OpenID provider on this machine, with the library `oidc-provider`. */
export async function startOpenIdProvider({ tellsInToken = false }: Options = {}): Promise<OpenIdProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: "almanac", clientSecret: "a secret & a sign: +%", name: "Example ID" };
  const running: OpenIdProvider = {
    settings,
    account: undefined,
    isDown: false,
    tamper: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const provider = new Provider(issuer, await configurationOf(running, tellsInToken));
  // The port of the test's cloud is not known yet.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true });
  provider.use(async (context, next) => {
    await next();
    if (context.path === "/token" && running.tamper) context.body = running.tamper(Object(context.body));
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (running.isDown) response.writeHead(503).end();
    else if (request.url?.startsWith("/interaction/")) void decide({ provider, running, request, response });
    else void answer(request, response);
  });
  return running;
}

async function configurationOf(running: OpenIdProvider, tellsInToken: boolean): Promise<Configuration> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const { clientId: client_id, clientSecret: client_secret } = running.settings;
  const known = new Map<string, ProviderAccount>();
  return {
    clients: [{ client_id, client_secret, redirect_uris: ["http://127.0.0.1/later"] }],
    jwks: { keys: [await exportJWK(privateKey)] },
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: !tellsInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: KoaContextWithOIDC, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount(_, sub) {
      if (running.account?.sub === sub) known.set(sub, { ...running.account });
      const claims = known.get(sub) ?? { sub };
      return { accountId: sub, claims: () => ({ ...claims }) };
    },
  };
}

interface Interaction {
  provider: Provider;
  running: OpenIdProvider;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Signs the user in and consents, in place of the provider's pages. */
async function decide({ provider, running, request, response }: Interaction): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (!running.account) {
    await provider.interactionFinished(request, response, { error: "access_denied" });
    return;
  }
  if (prompt.name === "login") {
    await provider.interactionFinished(request, response, { login: { accountId: running.account.sub } });
    return;
  }
  const grant = new provider.Grant({
    accountId: String(session?.accountId),
    clientId: String(params["client_id"]),
  });
  grant.addOIDCScope("openid email");
  const result = { consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}
