import { type ApiResponse, requireDocumented } from "#test/support/documents/api-document.ts";

/** One request to the API; a body that is text is sent as it is, any other as JSON. */
export interface ApiRequest {
  method: string;
  /** Behind the base URL, query included: `/bookings?take=1`. */
  path: string;
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Send = (ask: ApiRequest) => Promise<ApiResponse>;

/** Sends requests to a base URL. Every answer is held against the OpenAPI document. */
export const clientOf =
  (baseUrl: string): Send =>
  async (ask) => {
    const answer = await sendTo(baseUrl, ask);
    requireDocumented(ask, answer);
    return answer;
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

/** Reads an answer to its end. */
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
