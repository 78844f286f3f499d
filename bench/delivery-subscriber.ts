import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";

/** A subscriber's server and its received events. */
export interface Subscriber {
  url: string;
  /** Milliseconds (performance.now) at which the event of a booking arrived first. */
  arrivedAt: Map<number, number>;
  /** Milliseconds until it responds. */
  delay: number;
  /** Resolves when this number of events has arrived. */
  arrivals(count: number): Promise<void>;
  close(): void;
}

const Event = z.object({ payload: z.object({ bookingId: z.int() }) });

/** Starts a subscriber that responds with 200 after a delay in milliseconds. */
export async function listen(delay = 0): Promise<Subscriber> {
  const arrivedAt = new Map<number, number>();
  const server = createServer(async (request, response) => {
    const { payload } = Event.parse(JSON.parse(await text(request)));
    if (!arrivedAt.has(payload.bookingId)) arrivedAt.set(payload.bookingId, performance.now());
    setTimeout(() => response.end(), subscriber.delay);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const subscriber: Subscriber = {
    url: `http://127.0.0.1:${port}/hook`,
    arrivedAt,
    delay,
    async arrivals(count) {
      while (arrivedAt.size < count) await pause(20);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return subscriber;
}
