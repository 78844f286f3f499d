import { type AssemblyParts, calls } from "./assembly-builder.ts";

const handler = (body: string): string => `export const handler = async (event) => { ${body} };`;
const anyMethod = (name: string) => ({ "x-amazon-apigateway-any-method": calls(name) });

const PREFLIGHT = {
  "x-amazon-apigateway-integration": {
    type: "mock",
    requestTemplates: { "application/json": '{"statusCode":204}' },
    passthroughBehavior: "never",
    responses: {
      default: {
        statusCode: "204",
        responseParameters: {
          "method.response.header.Access-Control-Allow-Origin": "'*'",
          "method.response.header.X-Request-Id": "context.requestId",
        },
      },
    },
  },
};

/** An API with functions that return their event, a given result, a binary response, or no response. */
export const GATEWAY_ASSEMBLY: AssemblyParts = {
  functions: {
    Echo: { code: handler("return { statusCode: 200, body: JSON.stringify(event) };") },
    Respond: { code: handler("return JSON.parse(event.body);") },
    Exit: { code: handler("process.exit(1);") },
    Hang: { code: handler("await new Promise(() => {});"), timeoutSeconds: 20 },
    Fallback: { code: handler('return { statusCode: 404, body: "fallback" };') },
    Binary: {
      code: handler(
        'return { statusCode: 200, headers: { "Content-Type": "image/png" }, body: "AAEC", isBase64Encoded: true };',
      ),
    },
  },
  binaryMediaTypes: ["image/png"],
  paths: {
    "/echo/{id}": { get: calls("Echo"), post: calls("Echo"), options: PREFLIGHT },
    "/respond": { post: calls("Respond"), head: calls("Respond") },
    "/exit": anyMethod("Exit"),
    "/hang": { get: calls("Hang", { timeoutInMillis: 150 }) },
    "/binary": anyMethod("Binary"),
    "/{proxy+}": anyMethod("Fallback"),
  },
};
