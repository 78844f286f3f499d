// A webhook receiver without dependencies: verifies each request and prints one line per event.
// Usage: node receiver.mjs <secret> [port]
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const [secret = "", port = "4000"] = process.argv.slice(2);
const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
const TOLERANCE_SECONDS = 300;
const seen = new Set();

/** Whether one of the signatures is ours for exactly these bytes, made within the last five minutes. */
function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) {
    console.log("refused: not signed with this secret");
    response.writeHead(401).end();
    return;
  }
  const id = request.headers["webhook-id"];
  const again = seen.has(id) ? " (again)" : "";
  seen.add(id);
  const { triggerEvent, payload } = JSON.parse(body);
  console.log(`verified ${id} ${triggerEvent} ${payload.uid} ${payload.title}${again}`);
  response.writeHead(204).end();
});
server.listen(Number(port), () => console.log(`listening on http://localhost:${server.address().port}`));
