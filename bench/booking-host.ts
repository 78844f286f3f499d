import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { ApiClient } from "./api-load.ts";
import { addBookings } from "./many-bookings.ts";

const Made = z.object({ id: z.int() });
const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2040, 0, 1);

/** A host with an event type, who calls the API. */
export class BookingHost {
  readonly client: ApiClient;
  readonly #eventTypeId: number;
  #made = 0;

  constructor(client: ApiClient, eventTypeId: number) {
    this.client = client;
    this.#eventTypeId = eventTypeId;
  }

  /** Makes one in the service that `lib` points at. Most of its bookings are written past the API. */
  static async make(baseUrl: string, bookings = 0): Promise<BookingHost> {
    const { caller, key } = await makeUserWithKey();
    const { id } = await makeEventType(caller);
    const host = new BookingHost(new ApiClient(baseUrl, key), id);
    if (bookings > 0) await addBookings(caller.userId, await host.book(), bookings - 1);
    return host;
  }

  /** Books the next free time; returns the booking's id. */
  async book(): Promise<number> {
    const start = new Date(FIRST_START + ++this.#made * HOUR).toISOString();
    const responses = { name: "Ann Booker", email: `booker-${this.#made}@example.com` };
    const body = { eventTypeId: this.#eventTypeId, start, responses };
    return Made.parse(JSON.parse(await this.client.send({ method: "POST", path: "/bookings", body }))).id;
  }

  /** Cancels a booking. */
  cancel(id: number): Promise<string> {
    return this.client.send({ method: "DELETE", path: `/bookings/${id}/cancel` });
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
