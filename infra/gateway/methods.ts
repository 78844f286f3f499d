/** Request headers that pages of other origins may send. Clients of the MCP server send the last four, and `Last-Event-ID`. */
const REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "Last-Event-ID",
  "X-Api-Key",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
].join(", ");
const MAX_AGE_SECONDS = 7200;

/** Whether a path is an HTML page (sign-in, consent, account, decisions about requests). Pages allow no cross-origin requests, so they have no preflight. */
export const isPage = (path: string): boolean => /^\/(auth|account|decide)(\/|$)/.test(path);

/** Adds HEAD if the methods contain GET. The function of GET handles both. */
export const withHead = (methods: readonly string[]): string[] => [
  ...methods,
  ...(methods.includes("GET") ? ["HEAD"] : []),
];

/** The methods that a path with these routes allows, sorted, including HEAD and, except for pages, OPTIONS. */
export const allowedMethods = (path: string, routed: readonly string[]): string[] =>
  [...withHead(routed), ...(isPage(path) ? [] : ["OPTIONS"])].toSorted();

/** The OPTIONS method of a path that allows these methods. The gateway itself responds, without a credential. */
export function preflight(methods: readonly string[]): object {
  const headers = {
    "Access-Control-Allow-Origin": "'*'",
    "Access-Control-Allow-Methods": `'${methods.join(", ")}'`,
    "Access-Control-Allow-Headers": `'${REQUEST_HEADERS}'`,
    "Access-Control-Max-Age": `'${MAX_AGE_SECONDS}'`,
    "X-Request-Id": "context.extendedRequestId",
  };
  const names = Object.keys(headers);
  return {
    responses: {
      204: {
        description: "Preflight",
        headers: Object.fromEntries(names.map((name) => [name, { schema: { type: "string" } }])),
      },
    },
    "x-amazon-apigateway-integration": {
      type: "mock",
      requestTemplates: { "application/json": '{"statusCode":204}' },
      // A request with another content type would be passed to the mock integration and fail with 500.
      passthroughBehavior: "never",
      responses: {
        default: {
          statusCode: "204",
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, value]),
          ),
        },
      },
    },
  };
}
