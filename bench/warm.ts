import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import * as z from "zod";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { renderBooking } from "#lib/bookings/render.ts";
import { Booking } from "#lib/bookings/schema.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { muteOutput } from "./mute-output.ts";
import { type Part, rounds } from "./part.ts";
import { median, pairedRatio, shuffled } from "./statistics.ts";

const CALLS = 2_000;
const SECONDS = 30;
const HEADERS = { "Content-Type": "application/json" };

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

const SPEC = {
  id: "bench.create",
  summary: "Takes and answers a booking",
  route: "POST /bookings",
  scopes: ["WRITE_BOOKING"],
  body: BookingCreate,
  response: z.object({ booking: Booking }),
  failures: [],
  permissions: [],
} satisfies EndpointSpec;

/** Part `warm`: the time that a warm endpoint adds to the function that it wraps, without a database. */
export const warmCost: Part = async (settings) => {
  const booking = renderBooking(storedBooking());
  const handlers: Record<string, Handler> = {
    "plain function, no schemas": async ({ body }) => {
      JSON.parse(body ?? "");
      return { statusCode: 200, headers: HEADERS, body: JSON.stringify({ booking }) };
    },
    "plain function with the schemas": async ({ body }) => {
      SPEC.body.parse(JSON.parse(body ?? ""));
      const reply = SPEC.response.parse({ booking });
      return { statusCode: 200, headers: HEADERS, body: JSON.stringify(reply) };
    },
    "endpoint()": endpoint(SPEC, async () => ({ booking })) as Handler,
  };
  const costs = new Map<string, number[]>(Object.keys(handlers).map((name) => [name, []]));
  for (const round of rounds(settings.rounds + 1, SECONDS))
    for (const [name, handler] of shuffled(Object.entries(handlers))) {
      const cost = await microsecondsOf(handler);
      // The first round warms up.
      if (round > 0) costs.get(name)?.push(cost);
    }
  const of = (name: string): number[] => costs.get(name) ?? [];
  const plain = of("plain function with the schemas");
  const over = median(of("endpoint()")) - median(plain);
  const rows = Object.keys(handlers).map((name) => ({
    name,
    cells: { "per call": { value: median(of(name)), unit: "µs" } },
  }));
  const comparison = {
    name: "endpoint() over the plain function with the schemas",
    cells: {
      "per call": { value: over, unit: "µs", budget: { atMost: 15 } },
      ratio: { value: pairedRatio(of("endpoint()"), plain), unit: "×", budget: { atMost: 1.6 } },
    },
  };
  const note = `A body of POST /bookings and a booking as the answer; ${CALLS} calls a round, its lines muted. endpoint() adds middy, caller and scopes, headers, the access line and error replies.`;
  return [{ title: "An endpoint, warm", note, rows: [...rows, comparison] }];
};

async function microsecondsOf(handler: Handler): Promise<number> {
  const body = {
    eventTypeId: 1,
    start: "2031-01-01T09:00:00Z",
    responses: { name: "Ann", email: "ann@example.com" },
  };
  const caller = { userId: 1, role: "USER", scopes: "all", credentialId: "key-1" } as const;
  const rate = { limit: 600, remaining: 599, resetSeconds: 1 };
  const event = gatewayEvent(SPEC.route, { caller, rate, body });
  const unmute = muteOutput();
  const startedAt = performance.now();
  for (let call = 0; call < CALLS; call += 1) await handler({ ...event }, LAMBDA_CONTEXT);
  const microseconds = ((performance.now() - startedAt) * 1000) / CALLS;
  unmute();
  return microseconds;
}
