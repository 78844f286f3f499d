import type { Content } from "#lib/entry/http/content-endpoint.ts";

/** An introduction to the API for language models, in Markdown (llmstxt.org). */
export const llmsText = (baseUrl: string): Content => ({
  body: `# Almanac

> A scheduling service: bookings of hosts that never overlap, their attendees, references and payments, teams, and webhooks
> that receive an event for every change.

- Base URL: ${baseUrl}
- Send the credential as \`Authorization: Bearer <API key or OAuth access token>\`.
- Every successful response has status 200. A list is \`{"bookings": […]}\`, a single resource is \`{"booking": {…}}\`, and so on.
- Errors are problem documents (RFC 9457): handle them by \`code\`, and correct the fields in \`errors[].pointer\`.
- Send an \`Idempotency-Key\` with every POST, PATCH and DELETE; a repeated request then returns the first response and changes nothing.
- Page through lists with \`take\` and \`page\`, or with \`cursor\` (empty first), and follow the \`Link\` header of each response.
- Times are ISO 8601; responses use UTC.
- To book: read \`GET /event-types\`, then \`GET /slots\` for its free times, then \`POST /bookings\` with \`eventTypeId\`, \`start\` and \`responses\` {name, email}.

- As an MCP client, connect to ${baseUrl}/mcp with the same credential: its tools find slots, book, reschedule and cancel.

## Docs

- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every operation, its schemas, examples and errors
- [Docs page](${baseUrl}/docs): the same for people, with a test client

## Optional

- [API catalog](${baseUrl}/.well-known/api-catalog): links to these documents (RFC 9727)
- [Security contact](${baseUrl}/.well-known/security.txt): where to report a security problem (RFC 9116)
`,
  headers: { "Cache-Control": "public, no-cache" },
});
