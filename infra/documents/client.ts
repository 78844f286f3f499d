import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

/** `client/schema.ts`: the types of the OpenAPI document, for the typed client. */
export async function clientTypes(openApi: object): Promise<string> {
  // A field with a default may be left out of a request.
  const nodes = await openapiTS(openApi as OpenAPI3, { defaultNonNullable: false });
  return `/** Generated from docs/openapi.json by \`npm run documents\`. */\n\n${astToString(nodes)}`;
}
