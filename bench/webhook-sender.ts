import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import { postWebhook } from "#lib/delivery/sending/post.ts";
import { signatureHeaders } from "#lib/delivery/subscriptions/secrets.ts";

/** Sends signed webhooks with one client for some seconds, in a separate process, and prints rate and CPU as JSON. */
const [sender = "", url = "", connections = "1", seconds = "1"] = process.argv.slice(2);

const PAYLOAD = {
  triggerEvent: "BOOKING_CREATED",
  createdAt: "2026-01-01T00:00:00.000Z",
  text: "x".repeat(850),
};
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

function signed(): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ ...PAYLOAD, at: Date.now() });
  const headers = signatureHeaders({
    id: "dlv_0123456789012345678901",
    at: Date.now(),
    body,
    secrets: [SECRET],
  });
  return { headers: { ...headers, "content-type": "application/json" }, body };
}

type Undici = {
  request(url: string, options: object): Promise<{ statusCode: number; body: { dump(): Promise<void> } }>;
  Agent: new (options: object) => object;
};

async function undiciSender(): Promise<() => Promise<number>> {
  const file = join(PROJECT, "bench/peers/node_modules/undici/index.js");
  const { default: undici }: { default: Undici } = await import(pathToFileURL(file).href);
  const dispatcher = new undici.Agent({ connect: { rejectUnauthorized: false } });
  return async () => {
    const { statusCode, body } = await undici.request(url, { method: "POST", dispatcher, ...signed() });
    await body.dump();
    return statusCode;
  };
}

async function oursSender(): Promise<() => Promise<number>> {
  return async () => (await postWebhook({ url, ...signed() })).status ?? 0;
}

const SENDERS: Record<string, () => Promise<() => Promise<number>>> = {
  ours: oursSender,
  undici: undiciSender,
};

/** Sends on all connections until the time is over. A failure ends the process. */
async function sendFor(send: () => Promise<number>, forSeconds: number): Promise<number> {
  const end = performance.now() + forSeconds * 1000;
  let posts = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      if ((await send()) !== 200) throw new Error("A webhook was rejected.");
      posts += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(connections) }, loop));
  return posts;
}

/** Microseconds to render and sign one webhook. */
function signingCost(): number {
  const count = 5_000;
  const startedAt = performance.now();
  for (let made = 0; made < count; made += 1) signed();
  return ((performance.now() - startedAt) * 1000) / count;
}

const send = await SENDERS[sender]?.();
if (!send) throw new Error(`no sender ${sender}`);
await sendFor(send, 0.3);
const before = process.cpuUsage();
const posts = await sendFor(send, Number(seconds));
const { user, system } = process.cpuUsage(before);
signingCost();
console.log(
  JSON.stringify({ rate: posts / Number(seconds), cpu: (user + system) / posts, signing: signingCost() }),
);
process.exit(0);
