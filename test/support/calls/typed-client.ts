import { type AlmanacClient, createClient } from "#client/create-client.ts";
import { requireDocumented } from "#test/support/documents/api-document.ts";
import { readResponse } from "./api-client.ts";

/** Creates a typed client that requires that every response is as the OpenAPI document declares it. */
export function typedClient(baseUrl: string, key: string): AlmanacClient {
  const client = createClient(baseUrl, key);
  client.use({
    async onResponse({ request, response }) {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace(/^\/v1/, "") + search;
      requireDocumented({ method: request.method, path }, await readResponse(response.clone()));
    },
  });
  return client;
}
