import { BookingCreate } from "#lib/bookings/create-schema.ts";

/** The required answers of a new booking. */
export const RESPONSES = { name: "Ann", email: "ann@example.com" };

/** The smallest body of a new booking. */
export const BODY = { eventTypeId: 7, start: "2030-03-04T09:00:00Z", responses: RESPONSES };

/** Parses a body with additional fields. */
export const parse = (more: Record<string, unknown> = {}) => BookingCreate.parse({ ...BODY, ...more });

/** Parses a body with additional answers, and returns its answers. */
export const parseResponses = (more: Record<string, unknown>) =>
  parse({ responses: { ...RESPONSES, ...more } }).responses;

/** Returns the pointers to the invalid fields of a body. */
export const listInvalidFields = (body: unknown): string[] =>
  (BookingCreate.safeParse(body).error?.issues ?? []).map(({ path }) => ["#", ...path].join("/"));

/** Returns the pointers to the invalid fields of a body with additional fields. */
export const listInvalidFieldsWith = (more: Record<string, unknown>) =>
  listInvalidFields({ ...BODY, ...more });

/** Returns the pointers to the invalid fields of a body with additional answers. */
export const listInvalidAnswers = (more: Record<string, unknown>) =>
  listInvalidFieldsWith({ responses: { ...RESPONSES, ...more } });
