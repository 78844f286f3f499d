import { SCOPES, type Scope } from "#lib/scopes.ts";

/** The ways to send a credential: an API key in one of three locations, or an OAuth access token. */
export const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "API key (`sk_…`) or OAuth access token." },
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-Api-Key" },
  apiKeyQuery: { type: "apiKey", in: "query", name: "apiKey" },
  oauth: {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: "auth/oauth2/authorize",
        tokenUrl: "api/auth/oauth/token",
        refreshUrl: "api/auth/oauth/refreshToken",
        scopes: SCOPES,
      },
    },
  },
};

/** The `security` of an operation that needs these scopes. Any one of the schemes is sufficient. */
export const security = (scopes: readonly Scope[]): object[] => [
  { bearer: [] },
  { apiKeyHeader: [] },
  { apiKeyQuery: [] },
  { oauth: scopes },
];
