import { makeHost } from "#test/support/builders/builders.ts";
import { type ClientWithSecret, makeClient, makeCode, REDIRECT_URI } from "#test/support/builders/oauth.ts";

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** An application of one user, which requests tokens of a running service. */
export class TokenClient {
  readonly host: Awaited<ReturnType<typeof makeHost>>;
  readonly made: ClientWithSecret;
  readonly #baseUrl: string;

  private constructor(baseUrl: string, host: TokenClient["host"], made: ClientWithSecret) {
    this.#baseUrl = baseUrl;
    this.host = host;
    this.made = made;
  }

  /** Creates an application in the service that `lib` uses. */
  static async make(baseUrl: string): Promise<TokenClient> {
    return new TokenClient(baseUrl, await makeHost(), await makeClient());
  }

  newCode(): Promise<string> {
    return makeCode(this.host, this.made.client);
  }

  redeem(code: string): Promise<Tokens> {
    return this.#post("token", { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI });
  }

  refresh(refresh_token: string): Promise<Tokens> {
    return this.#post("token", { grant_type: "refresh_token", refresh_token });
  }

  async revoke(token: string): Promise<void> {
    await this.#post("revoke", { token });
  }

  /** Calls the API with an access token and returns the status. */
  async call(token: string): Promise<number> {
    const answer = await fetch(`${this.#baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  }

  async #post(name: string, fields: Record<string, string>): Promise<Tokens> {
    const { client, secret = "" } = this.made;
    const body = new URLSearchParams({ ...fields, client_id: client.id, client_secret: secret });
    const answer = await fetch(`${this.#baseUrl}/api/auth/oauth/${name}`, { method: "POST", body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name} returned ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
}
