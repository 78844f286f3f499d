import { claimedMinutes, hoursOf } from "#lib/bookings/claims.ts";
import { LONGEST_MINUTES } from "#lib/bookings/rules.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { type BookingLine, externalIdOf } from "./booking-line.ts";
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
      return [...own, `slug ${line.userId}/${line.slug}`];
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

/** The hours of the host a booking may claim; none when it is so long that it will be refused. */
function hourKeys(line: BookingLine, eventType: EventType | undefined): string[] {
  if (!eventType || !holdsTime(line.status)) return [];
  const { beforeEventBuffer: before, afterEventBuffer: after } = eventType;
  const minutes = claimedMinutes({ ...line, before, after });
  if (minutes.to - minutes.from > LONGEST_MINUTES) return [];
  return hoursOf({ ...minutes, owner: line.id }).map((hour) => `hour ${line.userId}/${hour}`);
}
