/** The version of the interface that every answer names: the one of `package.json` and of the OpenAPI document. */
export const API_VERSION = "0.1.0";
