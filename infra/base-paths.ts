/**
 * The paths under which a domain serves the API, besides its root: `/v1` is the stage, `/api/v1` is for clients of services that have it
 * there. The longest that matches applies, here as at API Gateway.
 */
export const BASE_PATHS = ["api/v1", "v1"] as const;
