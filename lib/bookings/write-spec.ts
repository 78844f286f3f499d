import type { WriteSpec } from "#lib/entry/http/spec.ts";
import { StoredBooking } from "./entity.ts";
import { ReservationItem } from "./reservations/entity.ts";

/** The part of a spec that the endpoint and the MCP tool of a use case share. */
type UseCaseSpec = Pick<WriteSpec, "scopes" | "result" | "failures" | "permissions">;

/** Shared by endpoints and tools that create a booking or change its time. */
export const BOOK_TIME_SPEC = {
  scopes: ["WRITE_BOOKING"],
  result: StoredBooking,
  failures: [
    "not_found",
    "forbidden",
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

/** Shared by the endpoint and the tool that cancel a booking. */
export const CANCEL_SPEC = {
  ...BOOK_TIME_SPEC,
  failures: ["not_found", "forbidden", "limit_reached"],
} satisfies UseCaseSpec;

/** Shared by the endpoint and the tool that reserve a slot. */
export const RESERVE_SPEC = {
  scopes: ["WRITE_BOOKING"],
  result: ReservationItem.schema,
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
