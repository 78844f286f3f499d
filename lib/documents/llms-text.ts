import type { Content } from "#lib/http/content-endpoint.ts";

/** What a language model should know to use the API, in Markdown (llmstxt.org). */
export const llmsText = (baseUrl: string): Content => ({
  body: `# Almanac

> A scheduling service: bookings of hosts that never overlap, their attendees, references and payments, teams, and webhooks
> that are told of every change.

- Base URL: ${baseUrl}
- Send the credential as \`Authorization: Bearer <API key or OAuth access token>\`.
- A success is always status 200. Lists are \`{"bookings": […]}\`, one thing is \`{"booking": {…}}\`, and so on.
- Errors are problem documents (RFC 9457): decide by \`code\`, fix what \`errors[].pointer\` names.
- Send an \`Idempotency-Key\` with every POST, PATCH and DELETE; a repeated call is then answered, not done again.
- Lists take \`take\` and \`page\`, or \`cursor\` (empty at first) and the \`Link\` header of each answer.
- Times are ISO 8601; answers are in UTC.
- To book: read \`GET /event-types\`, then \`POST /bookings\` with \`eventTypeId\`, \`start\` and \`responses\` {name, email}.

## Docs

- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every operation, its schemas, examples and errors
- [Docs page](${baseUrl}/docs): the same for people, with a client

## Optional

- [API catalog](${baseUrl}/.well-known/api-catalog): where these documents are (RFC 9727)
- [Security contact](${baseUrl}/.well-known/security.txt): whom to tell of a problem (RFC 9116)
`,
  headers: { "Cache-Control": "public, no-cache" },
});
