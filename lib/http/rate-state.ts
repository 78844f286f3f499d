/** The caller's rate limit, as the RateLimit header fields report it. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds to wait before the next call; only when this call was rejected. */
  retryAfterSeconds?: number;
}
