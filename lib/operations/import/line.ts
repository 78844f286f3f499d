import * as z from "zod";
import {
  BookingLine,
  ImportedAttendee,
  ImportedPayment,
  ImportedReference,
  ImportedSeat,
} from "./booking-line.ts";
import type { LineType } from "./line-type.ts";
import { EventTypeLine, MembershipLine, TeamLine, UserLine } from "./people-lines.ts";

/** The schema of each type of line. */
export const LINES = {
  user: UserLine,
  team: TeamLine,
  membership: MembershipLine,
  event_type: EventTypeLine,
  booking: BookingLine,
} as const satisfies Record<LineType, z.ZodType>;

/** One line of what is imported. */
export const ImportLine = z.union(Object.values(LINES));
export type ImportLine = UserLine | TeamLine | MembershipLine | EventTypeLine | BookingLine;

/** Lists in a booking, with the objects in them. */
const LISTS = new Map<string, { out: z.ZodObject }>([
  ["attendees", ImportedAttendee],
  ["references", ImportedReference],
  ["payment", ImportedPayment],
  ["seatsReferences", ImportedSeat],
]);

/** The fields of a line nobody asked for, as `booking.attendees.phone`; those in lists once for each element. */
export function unknownFields(type: LineType, line: object): string[] {
  const own = unknownIn(LINES[type].out, line).map((name) => `${type}.${name}`);
  if (type !== "booking") return own;
  const inner = Object.entries(line).flatMap(([list, elements]) => {
    const known = LISTS.get(list);
    if (!known || !Array.isArray(elements)) return [];
    return elements.flatMap((each) => unknownIn(known.out, each).map((name) => `booking.${list}.${name}`));
  });
  return [...own, ...inner];
}

const unknownIn = ({ shape }: z.ZodObject, value: object): string[] =>
  Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
