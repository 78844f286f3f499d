import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect, it } from "vitest";
import { MCP_SCOPES } from "#lib/oauth/resource.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
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

it("an agent with only the URL of the MCP server calls tools after its user has allowed it", async () => {
  const user = await makePerson();
  const { client } = await makeClient({ type: "public", scopes: [...MCP_SCOPES] });
  const session = new AgentSession(client.id);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${cloud().baseUrl}/mcp`), { authProvider: session });
  const first = transport();
  await expect(new Client({ name: "journey", version: "1" }).connect(first)).rejects.toThrow(
    UnauthorizedError,
  );
  const back = await new Visitor(cloud().baseUrl).allow(String(session.signInUrl), user.email);
  await first.finishAuth(back.searchParams.get("code") ?? "");
  const agent = new Client({ name: "journey", version: "1" });
  await agent.connect(transport());
  const { structuredContent } = await agent.callTool({ name: "get_profile", arguments: {} });
  expect(structuredContent).toMatchObject({ user: { id: user.id, email: user.email } });
  expect(session.tokens()?.scope?.split(" ")).toEqual(expect.arrayContaining([...MCP_SCOPES]));
  await agent.close();
});
