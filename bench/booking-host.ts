import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { DAY_MINUTES, instantOf } from "#lib/platform/minutes.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { ApiClient } from "./api-load.ts";
import { addBookings } from "./many-bookings.ts";

const WithId = z.object({ id: z.int() });
const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2040, 0, 1);

/** A host with an event type, who calls the API. */
export class BookingHost {
  readonly caller: Caller;
  readonly client: ApiClient;
  readonly #eventTypeId: number;
  #booked = 0;

  constructor(caller: Caller, client: ApiClient, eventTypeId: number) {
    this.caller = caller;
    this.client = client;
    this.#eventTypeId = eventTypeId;
  }

  /** Creates a host in the service that `lib` uses. Most of its bookings are written directly to the table. */
  static async make(baseUrl: string, bookings = 0): Promise<BookingHost> {
    const { caller, key } = await makeUserWithKey();
    const { id } = await makeEventType(caller);
    const host = new BookingHost(caller, new ApiClient(baseUrl, key), id);
    if (bookings > 0) await addBookings(caller.userId, await host.book(), bookings - 1);
    return host;
  }

  /** Books the next free time; returns the booking's id. */
  async book(): Promise<number> {
    const start = new Date(FIRST_START + ++this.#booked * HOUR).toISOString();
    const responses = { name: "Ann Booker", email: `booker-${this.#booked}@example.com` };
    const body = { eventTypeId: this.#eventTypeId, start, responses };
    return WithId.parse(JSON.parse(await this.client.send({ method: "POST", path: "/bookings", body }))).id;
  }

  /** The path of the list of slots from a day, in days since 1970. */
  slotsPath(day: number, days: number): string {
    const [start, end] = [day, day + days].map((each) => instantOf(each * DAY_MINUTES).slice(0, 10));
    return `/slots?eventTypeId=${this.#eventTypeId}&startTime=${start}&endTime=${end}`;
  }

  /** Cancels a booking. */
  cancel(id: number): Promise<string> {
    return this.client.send({ method: "DELETE", path: `/bookings/${id}/cancel` });
  }
}

/** A subscriber that counts received events. */
export interface Subscriber {
  /** Resolves when the total number of events is reached. Rejects if no event arrives for 20 seconds. */
  expectEvents(count: number): Promise<void>;
  close(): void;
}

/** Subscribes to the bookings of a host. */
export async function subscribe(host: BookingHost): Promise<Subscriber> {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      received += 1;
      response.end("ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const subscriberUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const eventTriggers = ["BOOKING_CREATED", "BOOKING_CANCELLED"];
  await host.client.send({ method: "POST", path: "/webhooks", body: { subscriberUrl, eventTriggers } });
  return {
    async expectEvents(count) {
      for (let before = -1; received < count; before = received) {
        if (received === before) throw new Error(`${received} of ${count} events arrived`);
        for (let waited = 0; waited < 20_000 && received < count; waited += 10) await pause(10);
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
