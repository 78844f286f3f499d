import type * as z from "zod";
import { pipeline } from "./pipeline.ts";
import type { Call, EndpointSpec, Schema } from "./spec.ts";

/**
 * Makes the Lambda handler of one endpoint from its spec; importing it does nothing.
 * `run` is called with parsed input and an admitted caller; what it returns is parsed by `spec.response`.
 *
 * @example
 * export const handler = endpoint(
 *   { id: "bookings.get", route: "GET /bookings/{id}", scopes: ["READ_BOOKING"], path: z.object({ id: BookingId }), … },
 *   async ({ caller, path }) => ({ booking: await getBooking(caller, path.id) }),
 * );
 */
export function endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  O extends Schema,
  R extends z.ZodType,
>(spec: EndpointSpec<P, Q, B, O, R>, run: (call: Call<P, Q, B, O>) => Promise<z.input<R>>) {
  const handler = pipeline(spec, async (call) => ({
    body: JSON.stringify(spec.response.parse(await run(call as Call<P, Q, B, O>))),
  }));
  return Object.assign(handler, { spec });
}
