/**
 * Replaces ajv, the default of `@modelcontextprotocol/server`, in bundles (`infra/bundle.ts`). The package validates only answers of users
 * with it, and this server doesn't ask users. ajv is 44 KB (gzip) of code that would never run.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The MCP server validates no JSON Schemas.");
  }
}
