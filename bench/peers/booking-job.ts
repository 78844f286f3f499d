import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod";
import { createBooking } from "../../lib/bookings/create.ts";
import { BookingCreate } from "../../lib/bookings/create-schema.ts";
import { Booking } from "../../lib/bookings/schema.ts";
import { callerFrom, gatewayContext } from "../../lib/entry/http/gateway-context.ts";
import { problemOf } from "../../lib/entry/http/problem.ts";
import { Failure } from "../../lib/failures.ts";

const Reply = Booking.extend({ booking: Booking, message: z.string() });

/** The job of `bookings.create` for any framework: the same schemas, use case and database calls. */
export async function bookFor(event: APIGatewayProxyEvent, body: unknown): Promise<z.output<typeof Reply>> {
  const caller = callerFrom(gatewayContext(event));
  const host = event.requestContext.domainName ?? "localhost";
  const booking = await createBooking(caller, BookingCreate.parse(body), host);
  return Reply.parse({ ...booking, booking, message: "Booking created." });
}

/** The problem document for an error. */
export function problemFor(error: unknown): ReturnType<typeof problemOf> {
  const failure =
    error instanceof Failure
      ? error
      : new Failure(error instanceof z.ZodError ? "invalid_request" : "internal_error");
  return problemOf(failure, { requestId: "-" });
}
