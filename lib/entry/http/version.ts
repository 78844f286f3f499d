/** The version of the API in every response, the same as in `package.json` and in the OpenAPI document. */
export const API_VERSION = "0.1.0";
