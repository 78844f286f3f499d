// A webhook receiver with the project's own verifier: client/verify-webhook.ts, one file to copy.
// Usage: node receiver.ts <secret> [port]
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { verifyWebhook, WebhookVerificationError } from "../../client/verify-webhook.ts";
import type { WebhookEvent } from "../../client/webhook-event.ts";

const [secret = "", port = "4000"] = process.argv.slice(2);
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  const { headers } = request;
  const body = await text(request);
  try {
    const event = await verifyWebhook<WebhookEvent>({ body, headers, secret, seen: (id) => handled.has(id) });
    const { triggerEvent, payload } = event;
    const subject = "uid" in payload ? `${payload.uid} ${payload.title}` : payload.name;
    console.log(`verified ${headers["webhook-id"]} ${triggerEvent} ${subject}`);
    // Remembered once it is handled, so that what fails here is sent again.
    handled.add(String(headers["webhook-id"]));
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const isRepeated = error.reason === "seen before";
    console.log(isRepeated ? `verified ${headers["webhook-id"]} (again)` : `refused: ${error.reason}`);
    response.writeHead(isRepeated ? 204 : 401).end();
  }
});
server.listen(Number(port), () =>
  console.log(`listening on http://localhost:${(server.address() as AddressInfo).port}`),
);
