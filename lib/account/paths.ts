/** Paths of the forms of the account page. Their query names the application or API key. */
export const REVOKE_ACCESS = "/account/revoke-access";
export const CREATE_API_KEY = "/account/create-api-key";
export const REVOKE_API_KEY = "/account/revoke-api-key";
export const CHANGE_PASSWORD = "/account/change-password";
export const SIGN_OUT_EVERYWHERE = "/account/sign-out-everywhere";

/** The value of `grant` with which the access of all applications is revoked. */
export const ALL = "all";
