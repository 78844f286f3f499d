import { discoverOAuthServerInfo } from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { MCP_SCOPES } from "#lib/identity/oauth/resource.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { fetchFromHost } from "#test/support/network/fetch-from-host.ts";
import { makeClient, makePerson, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();

/** What an agent's program stores while its user signs in. */
class AgentSession implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URI;
  readonly clientMetadata = { redirect_uris: [REDIRECT_URI], client_name: "Journey" };
  readonly #clientId: string;
  /** The page to which the agent sends its user. */
  signInUrl: URL | undefined;
  #tokens: OAuthTokens | undefined;
  #codeVerifier = "";

  constructor(clientId: string) {
    this.#clientId = clientId;
  }

  clientInformation = () => ({ client_id: this.#clientId });
  tokens = () => this.#tokens;
  codeVerifier = () => this.#codeVerifier;

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.signInUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#codeVerifier = verifier;
  }
}

/** A host without a custom domain, on which API Gateway serves the stage only. */
const EXECUTE_API = "abc123.execute-api.eu-west-1.amazonaws.com";

function useExecuteApiHost(): string {
  fetchFromHost(EXECUTE_API, new URL(cloud().baseUrl).port);
  return `http://${EXECUTE_API}/v1`;
}

test.each([
  ["of the local service, like a custom domain", () => cloud().baseUrl],
  ["without a custom domain", useExecuteApiHost],
])("an agent with only the URL %s calls tools after its user has allowed it", async (_, openService) => {
  const [user, baseUrl] = [await makePerson(), openService()];
  const { client } = await makeClient({ type: "public", scopes: [...MCP_SCOPES] });
  const session = new AgentSession(client.id);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: session });
  const first = transport();
  await expect(new Client({ name: "journey", version: "1" }).connect(first)).rejects.toThrow(
    UnauthorizedError,
  );
  const back = await new Visitor(baseUrl).allow(String(session.signInUrl), user.email);
  await first.finishAuth(back.searchParams.get("code") ?? "");
  const agent = new Client({ name: "journey", version: "1" });
  await agent.connect(transport());
  const { structuredContent } = await agent.callTool({ name: "get_profile", arguments: {} });
  expect(structuredContent).toMatchObject({ user: { id: user.id, email: user.email } });
  expect(session.tokens()?.scope?.split(" ")).toEqual(expect.arrayContaining([...MCP_SCOPES]));
  await agent.close();
});

describe("without a custom domain", () => {
  test("API Gateway itself rejects everything outside the stage", async () => {
    const origin = new URL(useExecuteApiHost()).origin;
    for (const path of ["/", "/bookings", "/api/v1/docs", "/.well-known/oauth-authorization-server/v1"]) {
      const response = await fetch(origin + path);
      expect([path, response.status, await response.json()]).toEqual([path, 403, { message: "Forbidden" }]);
    }
    expect((await fetch(`${origin}/v1/.well-known/oauth-authorization-server`)).status).toBe(200);
  });

  test("other clients find the authorization server, too", async () => {
    const baseUrl = useExecuteApiHost();
    const challenge = (await fetch(`${baseUrl}/mcp`, { method: "POST" })).headers.get("www-authenticate");
    const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(challenge ?? "") ?? [];
    const options = { resourceMetadataUrl: new URL(metadata) };
    const { authorizationServerMetadata } = await discoverOAuthServerInfo(`${baseUrl}/mcp`, options);
    expect(authorizationServerMetadata).toMatchObject({
      issuer: baseUrl,
      token_endpoint: `${baseUrl}/api/auth/oauth/token`,
      code_challenge_methods_supported: ["S256"],
    });
    const issuer = new URL(baseUrl);
    const found = await oauth.discoveryRequest(issuer, { [oauth.allowInsecureRequests]: true });
    expect((await oauth.processDiscoveryResponse(issuer, found)).issuer).toBe(baseUrl);
  });
});
