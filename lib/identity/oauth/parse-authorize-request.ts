import { Failure } from "#lib/failures.ts";
import type { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type AuthorizeError, authorizeRedirect, type ReturnAddress } from "./authorize-redirect.ts";
import { OAuthClientItem } from "./entity.ts";
import { parseScopes } from "./parse-scopes.ts";
import { resourceProblem } from "./resource.ts";

type Client = Stored<typeof OAuthClientItem>;

/** A valid authorization request. */
export interface AuthorizeRequest extends ReturnAddress {
  scopes: Scope[];
  /** SHA-256 of the code verifier (RFC 7636, `S256`); null without PKCE. */
  codeChallenge: string | null;
  /** Whether to ask the user for consent: never, always, or (undefined) only if necessary. */
  prompt: "none" | "ask" | undefined;
}

/** A valid request with its client. */
export interface ValidAuthorizeRequest {
  client: Client;
  request: AuthorizeRequest;
}

/** A valid request, or where to redirect the user with an error. */
export type ParsedAuthorizeRequest = ValidAuthorizeRequest | { redirectTo: string };

/** All values of each parameter. */
export type AuthorizeParameters = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Parses an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 9700 §2.1). Returns a redirect for an invalid request, but only to a
 * redirect URI that is registered for the client.
 *
 * @throws {Failure} `invalid_request` if the client or its redirect URI is unknown: the user must not be redirected
 */
export async function parseAuthorizeRequest(
  parameters: AuthorizeParameters,
  issuer: string,
): Promise<ParsedAuthorizeRequest> {
  const client = await getEnabledClient(parameters);
  const redirectUri = getRegisteredUri(parameters, client);
  const state = singleValue(parameters, "state");
  const request = parseRest({ parameters, client, issuer });
  if (!("error" in request)) return { client, request: { ...request, redirectUri, state } };
  const { error, description } = request;
  const response = { iss: issuer, error, error_description: description };
  return { redirectTo: authorizeRedirect({ redirectUri, state }, response) };
}

/** Returns the value of a parameter; undefined if it is missing, empty or repeated. */
function singleValue(parameters: AuthorizeParameters, name: string): string | undefined {
  const values = parameters[name] ?? [];
  return values.length === 1 && values[0] !== "" ? values[0] : undefined;
}

async function getEnabledClient(parameters: AuthorizeParameters): Promise<Client> {
  const id = singleValue(parameters, "client_id") ?? "";
  const client = /^[0-9a-f]{64}$/.test(id) ? await findItem(OAuthClientItem, { id }) : undefined;
  if (!client || client.disabledAt !== null)
    throw new Failure(
      "invalid_request",
      "The client_id of the application is missing, unknown or disabled. Contact the application's developer.",
    );
  return client;
}

/** Compares the exact text: nothing is decoded, normalized or matched by a pattern (RFC 9700 §4.1.3). */
function getRegisteredUri(parameters: AuthorizeParameters, { name, redirectUris }: Client): string {
  const redirectUri = singleValue(parameters, "redirect_uri");
  if (redirectUri === undefined || !redirectUris.includes(redirectUri))
    throw new Failure(
      "invalid_request",
      `The redirect_uri is missing or not registered for ${name}. Contact the application's developer.`,
    );
  return redirectUri;
}

interface RequestError {
  error: AuthorizeError;
  description: string;
}
const requestError = (error: AuthorizeError, description: string): RequestError => ({ error, description });

interface RequestParts {
  parameters: AuthorizeParameters;
  client: Client;
  issuer: string;
}

function parseRest(
  parts: RequestParts,
): Pick<AuthorizeRequest, "scopes" | "codeChallenge" | "prompt"> | RequestError {
  const { parameters, client } = parts;
  const unsupportedError = findUnsupported(parts);
  if (unsupportedError) return unsupportedError;
  const codeChallenge = parseChallenge(parts);
  if (typeof codeChallenge === "object" && codeChallenge !== null) return codeChallenge;
  const scopes = parseScopes(singleValue(parameters, "scope"), client.scopes);
  if (!scopes)
    return requestError("invalid_scope", "A requested scope is unknown or not allowed for this client.");
  const prompt = singleValue(parameters, "prompt");
  return { scopes, codeChallenge, prompt: prompt === undefined || prompt === "none" ? prompt : "ask" };
}

function findUnsupported({ parameters, issuer }: RequestParts): RequestError | undefined {
  const repeated = Object.keys(parameters).find((name) => (parameters[name]?.length ?? 0) > 1);
  if (repeated !== undefined) return requestError("invalid_request", "A parameter was sent more than once.");
  if (singleValue(parameters, "request") !== undefined)
    return requestError("request_not_supported", "The parameter request is not supported.");
  if (singleValue(parameters, "request_uri") !== undefined)
    return requestError("request_uri_not_supported", "The parameter request_uri is not supported.");
  if ((singleValue(parameters, "response_type") ?? "code") !== "code")
    return requestError("unsupported_response_type", "The response_type must be code.");
  if ((singleValue(parameters, "response_mode") ?? "query") !== "query")
    return requestError("invalid_request", "The response_mode must be query.");
  const prompts = (singleValue(parameters, "prompt") ?? "").split(" ");
  if (prompts.includes("none") && prompts.length > 1)
    return requestError("invalid_request", "The prompt value none cannot be combined with other values.");
  const problem = resourceProblem(singleValue(parameters, "resource"), issuer);
  return problem === undefined ? undefined : requestError("invalid_target", problem);
}

function parseChallenge({ parameters, client }: RequestParts): string | null | RequestError {
  const challenge = singleValue(parameters, "code_challenge");
  const method = singleValue(parameters, "code_challenge_method");
  if (challenge === undefined && method === undefined)
    return client.type === "public"
      ? requestError("invalid_request", "A public client must send a code_challenge (PKCE).")
      : null;
  if (method !== "S256") return requestError("invalid_request", "The code_challenge_method must be S256.");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge ?? ""))
    return requestError("invalid_request", "The code_challenge must be 43 characters of base64url.");
  return challenge ?? null;
}
