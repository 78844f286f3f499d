import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

/** A complete answer; `aborted` says that the connection broke before its end. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  aborted: boolean;
}

interface CallOptions extends Pick<RequestOptions, "method" | "headers"> {
  body?: string | Buffer;
}

/** One request, byte for byte as a client would send it; nothing is followed, decoded or retried. */
export function call(url: string, { body, ...options }: CallOptions = {}): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
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
