import { hoursOf } from "#lib/bookings/claims.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { type BookingLine, externalIdOf } from "./booking-line.ts";
import { holdOfLine } from "./hold-of-line.ts";
import type { ImportLine } from "./line.ts";
import { nameOf } from "./mark.ts";
import { idsOf } from "./survey.ts";

/** What a line takes for itself: of lines that want the same the first in the file is to have it. */
export function keysOf(line: ImportLine, eventType?: EventType): string[] {
  const own = [`${line.type} ${nameOf(line)}`];
  switch (line.type) {
    case "user":
      return [...own, `email ${line.email}`, `username ${line.username ?? line.id}`];
    case "team":
      return [...own, `slug ${line.slug ?? line.id}`];
    case "membership":
      return [...own, `user ${line.userId}`, `team ${line.teamId}`, `membership ${line.id ?? nameOf(line)}`];
    case "event_type":
      return [...own, `user ${line.userId}`, `slug ${line.userId}/${line.slug}`];
    case "booking":
      return [
        ...idsOf(line).map(([kind, id]) => `${kind} ${id}`),
        ...line.payment.map((payment) => `payment ${externalIdOf(payment)}`),
        `uid ${line.uid}`,
        `key ${line.userId}/${line.idempotencyKey ?? line.uid}`,
        ...hourKeys(line, eventType),
      ];
    default:
      return line satisfies never;
  }
}

/** The hours of the host a booking may claim. */
const hourKeys = (line: BookingLine, eventType: EventType | undefined): string[] =>
  hoursOf(holdOfLine(line, eventType)).map((hour) => `hour ${line.userId}/${hour}`);
