import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { verifyWebhook } from "#client/verify-webhook.ts";

const Event = z.looseObject({ triggerEvent: z.string() });

/** A subscriber for one run, which responds with 200 to every request and verifies its signature. */
export interface Receiver {
  port: number;
  /** Sets the secret of the webhook. */
  expect(secret: string): void;
  /** Resolves with the milliseconds until a verified event of this trigger arrives; rejects after the timeout. */
  arrival(trigger: string, timeoutMilliseconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Starts a receiver on an interface (`host`) of this machine; port 0 is any free one. */
export async function startReceiver({ port, host }: { port: number; host: string }): Promise<Receiver> {
  let secret = "";
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const getArrival = (trigger: string): PromiseWithResolvers<void> => {
    const arrival = arrivals.get(trigger) ?? Promise.withResolvers<void>();
    arrivals.set(trigger, arrival);
    return arrival;
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.end();
    try {
      const event = Event.parse(await verifyWebhook({ body, headers: request.headers, secret }));
      getArrival(event.triggerEvent).resolve();
    } catch (error) {
      console.error(`  a request to the receiver was refused: ${error}`);
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    expect: (webhookSecret) => {
      secret = webhookSecret;
    },
    arrival: (trigger, timeoutMilliseconds) =>
      measure(trigger, getArrival(trigger).promise, timeoutMilliseconds),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function measure(
  trigger: string,
  arrival: Promise<void>,
  timeoutMilliseconds: number,
): Promise<number> {
  const started = performance.now();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const seconds = timeoutMilliseconds / 1000;
  const timer = setTimeout(
    () => reject(new Error(`${trigger} did not arrive within ${seconds} s`)),
    timeoutMilliseconds,
  );
  try {
    await Promise.race([arrival, timeout]);
    return Math.round(performance.now() - started);
  } finally {
    clearTimeout(timer);
  }
}
