import { type ApiResponse, requireDocumented } from "#test/support/documents/api-document.ts";

/** One request to the API. A body that is a string is sent unchanged, any other as JSON. */
export interface ApiRequest {
  method: string;
  /** Path below the base URL, with the query: `/bookings?take=1`. */
  path: string;
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** Sends requests to a base URL, and requires that every response is as the OpenAPI document declares it. */
export const clientOf =
  (baseUrl: string): Send =>
  async (request) => {
    const response = await sendTo(baseUrl, request);
    requireDocumented(request, response);
    return response;
  };

async function sendTo(
  baseUrl: string,
  { method, path, key, body, headers }: ApiRequest,
): Promise<ApiResponse> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    redirect: "manual",
  });
  return readResponse(response);
}

/** Reads a whole response. */
export async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: isJson && text !== "" ? JSON.parse(text) : {},
  };
}
