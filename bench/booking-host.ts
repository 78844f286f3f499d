import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { makeEventType, makeSomebody } from "#test/support/builders.ts";
import { ApiClient, type Ask } from "./api-load.ts";

const Made = z.object({ id: z.int() });
const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2040, 0, 1);

/** A host with an event type, who calls the API. */
export class BookingHost {
  readonly client: ApiClient;
  readonly userId: number;
  readonly #eventTypeId: number;
  #made = 0;

  private constructor(client: ApiClient, userId: number, eventTypeId: number) {
    this.client = client;
    this.userId = userId;
    this.#eventTypeId = eventTypeId;
  }

  /** Makes one in the cloud that `lib` points at. */
  static async make(baseUrl: string): Promise<BookingHost> {
    const { caller, key } = await makeSomebody();
    const { id } = await makeEventType(caller);
    return new BookingHost(new ApiClient(baseUrl, key), caller.userId, id);
  }

  /** A request for a time nobody has asked for yet. */
  nextCreate(): Ask {
    const start = new Date(FIRST_START + ++this.#made * HOUR).toISOString();
    const responses = { name: "Ann Booker", email: `booker-${this.#made}@example.com` };
    return { method: "POST", path: "/bookings", body: { eventTypeId: this.#eventTypeId, start, responses } };
  }

  /** Books the next free time; answers the booking's id. */
  async book(): Promise<number> {
    return Made.parse(JSON.parse(await this.client.send(this.nextCreate()))).id;
  }
}

/** A subscriber that counts what it is told. */
export interface Subscriber {
  /** Resolves once it was told so many events in all; rejects when nothing comes for 20 seconds. */
  told(events: number): Promise<void>;
  close(): void;
}

/** Subscribes to the bookings of a host. */
export async function subscribe(host: BookingHost): Promise<Subscriber> {
  let told = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      told += 1;
      response.end("ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const subscriberUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const eventTriggers = ["BOOKING_CREATED", "BOOKING_CANCELLED"];
  await host.client.send({ method: "POST", path: "/webhooks", body: { subscriberUrl, eventTriggers } });
  return {
    async told(events) {
      for (let before = -1; told < events; before = told) {
        if (told === before) throw new Error(`${told} of ${events} events came`);
        for (let waited = 0; waited < 20_000 && told < events; waited += 10) await pause(10);
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
