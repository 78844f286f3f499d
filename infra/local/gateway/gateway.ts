import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Api } from "./api-document.ts";
import { sendAnswer } from "./client-answer.ts";
import { readRequest } from "./gateway-request.ts";
import { gatewayAnswer } from "./gateway-responses.ts";
import { answerCall, type InvokeFunction } from "./integrations.ts";
import { readBody } from "./read-body.ts";
import { rejectionOf } from "./rejected-request.ts";
import { createRouter } from "./router.ts";

/**
 * Makes what answers the requests to a REST API, driven by its document alone: routing, authorizer, integrations, gateway responses.
 * It serves the stage (`/v1/…`) and, like a custom domain, `/api/v1/…` and the root.
 */
export function createGateway(api: Api, invoke: InvokeFunction): RequestListener {
  const router = createRouter(api.routes);
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = readRequest(incoming);
    const rejection = rejectionOf(incoming);
    if (rejection !== undefined) {
      response.shouldKeepAlive = false;
      sendAnswer(response, request, rejection);
      return;
    }
    request.match = router(request.method, request.path);
    const body = await readBody(incoming);
    if (body === "too large") response.shouldKeepAlive = false;
    else request.body = body;
    const result =
      body === "too large" ? "REQUEST_TOO_LARGE" : await answerCall({ api, invoke }, request, response);
    if (result === undefined) return;
    const complete =
      typeof result === "string" ? gatewayAnswer(result, request, api.gatewayResponses) : result;
    sendAnswer(response, request, complete);
  };
  return (incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      const clientLeft = incoming.destroyed && !incoming.complete;
      if (!clientLeft) console.error(error);
      response.destroy();
    });
  };
}
