import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { verifyWebhook } from "#client/verify-webhook.ts";

const Event = z.looseObject({ triggerEvent: z.string() });

/** A subscriber for one run: it answers 200 to every request and verifies each. */
export interface Receiver {
  port: number;
  /** The secret of the webhook, once it is created. */
  expect(secret: string): void;
  /** Milliseconds until a genuine event of this trigger arrives; rejects when it takes too long. */
  arrival(trigger: string, timeoutMilliseconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Starts a receiver on this machine; port 0 is any free one. `host` is the interface it listens on. */
export async function startReceiver({ port, host }: { port: number; host: string }): Promise<Receiver> {
  let secret = "";
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const arrivalOf = (trigger: string): PromiseWithResolvers<void> => {
    const known = arrivals.get(trigger) ?? Promise.withResolvers<void>();
    arrivals.set(trigger, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.end();
    try {
      const event = Event.parse(await verifyWebhook({ body, headers: request.headers, secret }));
      arrivalOf(event.triggerEvent).resolve();
    } catch (error) {
      console.error(`  a request to the receiver was refused: ${error}`);
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    expect: (given) => {
      secret = given;
    },
    arrival: (trigger, timeoutMilliseconds) =>
      timed(trigger, arrivalOf(trigger).promise, timeoutMilliseconds),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function timed(trigger: string, arrived: Promise<void>, timeoutMilliseconds: number): Promise<number> {
  const began = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const seconds = timeoutMilliseconds / 1000;
  const timer = setTimeout(
    () => reject(new Error(`${trigger} did not arrive within ${seconds} s`)),
    timeoutMilliseconds,
  );
  try {
    await Promise.race([arrived, late]);
    return Math.round(performance.now() - began);
  } finally {
    clearTimeout(timer);
  }
}
