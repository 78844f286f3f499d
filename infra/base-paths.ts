/**
 * The base paths of the API on a domain, besides its root: `/v1` is the stage, `/api/v1` is for clients of services that
 * use this path. The longest matching one applies, as in API Gateway.
 */
export const BASE_PATHS = ["api/v1", "v1"] as const;
