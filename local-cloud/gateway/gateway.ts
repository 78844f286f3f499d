import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Lambda } from "#local-cloud/lambda/lambda.ts";
import type { Api } from "./api-document.ts";
import { sendResponse } from "./client-response.ts";
import { readRequest } from "./gateway-request.ts";
import { buildGatewayResponse } from "./gateway-responses.ts";
import { handleRequest } from "./integrations.ts";
import { findRejection, readBody } from "./request-limits.ts";
import { createRouter } from "./router.ts";

/** Where an API is served besides the root. */
interface Deployment {
  stage: string;
  /** Base paths of custom domains. */
  basePaths: readonly string[];
}

/**
 * Creates the request listener of a REST API from its document: routing, authorizer, integrations, gateway responses. It
 * serves the root, the stage and the base paths of custom domains; for a host of API Gateway itself, only the stage.
 */
export function createGateway(
  api: Api,
  invoke: Lambda["invoke"],
  { stage, basePaths }: Deployment,
): RequestListener {
  const router = createRouter(api.routes);
  const longestFirst = [stage, ...basePaths].toSorted((a, b) => b.length - a.length);
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = readRequest(incoming, { stage, basePaths: longestFirst });
    const rejection = findRejection(incoming, stage);
    if (rejection !== undefined) {
      response.shouldKeepAlive = false;
      sendResponse(response, request, rejection);
      return;
    }
    request.match = router(request.method, request.path);
    const body = await readBody(incoming);
    if (body === "too large") response.shouldKeepAlive = false;
    else request.body = body;
    const result =
      body === "too large" ? "REQUEST_TOO_LARGE" : await handleRequest({ api, invoke }, request, response);
    if (result === undefined) return;
    const content =
      typeof result === "string" ? buildGatewayResponse(result, request, api.gatewayResponses) : result;
    sendResponse(response, request, content);
  };
  return (incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      const hasClientDisconnected = incoming.destroyed && !incoming.complete;
      if (!hasClientDisconnected) console.error(error);
      response.destroy();
    });
  };
}
