/**
 * Replaces ajv, the default of `@modelcontextprotocol/server`, in bundles (`infra/bundle.ts`). The package validates only answers of users
 * with it, and this server doesn't ask users: 44 KB (gzip) and a third of the function's start for code that never runs.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The MCP server validates no JSON Schemas.");
  }
}
