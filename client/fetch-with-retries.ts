/** Limits of retries. */
export interface Retries {
  /** Maximum number of attempts, including the first one. Default: 4. */
  attempts?: number;
  /** If `Retry-After` is longer, the response is returned without a retry. Default: 30. */
  longestWaitSeconds?: number;
}

type Fetch = (request: Request) => Promise<Response>;

const RETRIED_STATUSES = new Set([429, 503]);
const FIRST_WAIT_MS = 250;

/**
 * Returns a `fetch` that sends requests again after 429, 503 and network errors. Writes have an `Idempotency-Key`, so a repeated write
 * has no second effect and returns the first response. The wait is that of `Retry-After`, otherwise 0.25 s, doubled with every attempt.
 *
 * @throws the error of the last attempt, or of an aborted request
 */
export function fetchWithRetries(
  send: Fetch,
  { attempts = 4, longestWaitSeconds = 30 }: Retries = {},
): Fetch {
  return async (request) => {
    addIdempotencyKey(request);
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const response = await send(request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return undefined;
      });
      if (response && (isLast || !RETRIED_STATUSES.has(response.status))) return response;
      const wait = waitMs(response, attempt);
      if (response && wait > longestWaitSeconds * 1000) return response;
      await response?.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

function addIdempotencyKey(request: Request): void {
  if (!isRead(request) && !request.headers.has("Idempotency-Key"))
    request.headers.set("Idempotency-Key", crypto.randomUUID());
}

/** The time in `Retry-After`, otherwise one that doubles, with a random part so that clients don't retry at the same time. */
function waitMs(response: Response | undefined, attempt: number): number {
  const header = response?.headers.get("Retry-After");
  if (header && /^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header ?? "");
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  return FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}
