/** The state of the caller's rate limit, as in the RateLimit header fields. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds to wait before the next call; only if this call was rejected. */
  retryAfterSeconds?: number;
}
