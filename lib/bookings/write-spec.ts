import type { EndpointSpec } from "#lib/http/spec.ts";

/** The part of a spec that does not depend on the protocol: the endpoint and the tool of a use case share it. */
type UseCaseSpec = Pick<EndpointSpec, "scopes" | "failures" | "permissions">;

/** Of what creates a booking, or changes its time. */
export const BOOK_TIME_SPEC = {
  scopes: ["WRITE_BOOKING"],
  failures: [
    "not_found",
    "booking_in_the_past",
    "booking_too_long",
    "booking_conflict",
    "no_available_users_found_error",
    "booking_seats_full",
    "limit_reached",
  ],
  permissions: [
    "table:GetItem",
    "table:BatchGetItem",
    "table:Query",
    "table:PutItem",
    "table:UpdateItem",
    "table:DeleteItem",
  ],
} satisfies UseCaseSpec;

/** Of what cancels a booking. */
export const CANCEL_SPEC = {
  ...BOOK_TIME_SPEC,
  failures: ["not_found", "limit_reached"],
} satisfies UseCaseSpec;

/** Of what reserves a slot. */
export const RESERVE_SPEC = {
  scopes: ["WRITE_BOOKING"],
  failures: [
    "not_found",
    "booking_in_the_past",
    "booking_too_long",
    "no_available_users_found_error",
    "booking_seats_full",
    "limit_reached",
  ],
  permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "table:PutItem", "table:UpdateItem"],
} satisfies UseCaseSpec;
