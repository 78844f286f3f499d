import { SCOPES, type Scope } from "#lib/scopes.ts";

/** How a caller may identify itself: an API key in three places, or an OAuth access token. */
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

/** The ways to call an endpoint that needs these scopes; any one will do. */
export const security = (scopes: readonly Scope[]): object[] => [
  { bearer: [] },
  { apiKeyHeader: [] },
  { apiKeyQuery: [] },
  { oauth: scopes },
];
