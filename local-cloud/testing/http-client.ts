import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

/** A complete response; `aborted` means that the connection closed before its end. */
export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  aborted: boolean;
}

interface CallOptions extends Pick<RequestOptions, "method" | "headers"> {
  body?: string | Buffer;
}

/** Sends one request exactly as given, without redirects, decoding or retries. */
export function call(url: string, { body, ...options }: CallOptions = {}): Promise<TestResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TestResponse>();
  const outgoing = request(url, { agent: false, ...options }, (incoming) => {
    let text = "";
    const finish = (aborted: boolean): void =>
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, aborted });
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      text += chunk;
    });
    incoming.on("end", () => finish(false));
    incoming.on("error", () => finish(true));
  });
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}
