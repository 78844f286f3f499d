import { hash, randomBytes } from "node:crypto";

/**
 * Lambda's limit of invocations of one function in one chain of requests. It drops the next one, unless the function has
 * `RecursiveLoop: Allow`.
 */
const MAX_INVOCATIONS = 16;
const HASH_LENGTH = 8;

/** The trace of one invocation. */
export interface Trace {
  /** The header `X-Amzn-Trace-Id`, which the function sends to other services with its requests. */
  header: string;
  /** Whether the chain contains more invocations of this function than Lambda allows. */
  isRecursive: boolean;
}

/**
 * Returns the trace of an invocation of a function, which continues the chains in the trace headers of its messages. The
 * lineage in the header counts the invocations per function: `Lineage=<all>:<hash of the function>:<count>|…`. If the
 * headers of a batch differ, the highest count of each function is used; AWS does not document this case.
 */
export function traceInvocation(functionName: string, headers: readonly string[] = []): Trace {
  const counts = new Map<string, number>();
  for (const [hash, count] of headers.flatMap(parseLineage))
    counts.set(hash, Math.max(count, counts.get(hash) ?? 0));
  const own = hash("sha256", functionName, "base64url").slice(0, HASH_LENGTH);
  const count = (counts.get(own) ?? 0) + 1;
  counts.set(own, count);
  const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const lineage = [...counts].map((entry) => entry.join(":")).join("|");
  const root = /Root=([\w-]+)/.exec(headers[0] ?? "")?.[1] ?? createRoot();
  return {
    header: `Root=${root};Parent=${randomBytes(8).toString("hex")};Sampled=0;Lineage=${all}:${lineage}`,
    isRecursive: count > MAX_INVOCATIONS,
  };
}

const parseLineage = (header: string): [hash: string, count: number][] =>
  [...header.matchAll(/[:|]([\w-]+):(\d+)/g)].map(([, hash = "", count]) => [hash, Number(count)]);

const createRoot = (): string =>
  `1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString("hex")}`;
