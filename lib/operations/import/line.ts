import * as z from "zod";
import {
  BookingLine,
  ImportedAttendee,
  ImportedPayment,
  ImportedReference,
  ImportedSeat,
} from "./booking-line.ts";
import { EventTypeLine, MembershipLine, TeamLine, UserLine } from "./people-lines.ts";

/** The types of lines, in the order that a file must have: a line may refer only to objects of earlier lines. */
export const LineType = z.enum(["user", "team", "membership", "event_type", "booking"]);
export type LineType = z.output<typeof LineType>;

/** The schema of each type of line. */
export const LINES = {
  user: UserLine,
  team: TeamLine,
  membership: MembershipLine,
  event_type: EventTypeLine,
  booking: BookingLine,
} as const satisfies Record<LineType, z.ZodType>;

/** One line of an import file. */
export const ImportLine = z.union(Object.values(LINES));
export type ImportLine = UserLine | TeamLine | MembershipLine | EventTypeLine | BookingLine;

/** The id of a line's object as the API writes it. */
export const nameOf = (line: ImportLine): string =>
  line.type === "membership" ? `${line.userId}_${line.teamId}` : String(line.id);

const CHILDREN = new Map<string, { out: z.ZodObject }>([
  ["attendees", ImportedAttendee],
  ["references", ImportedReference],
  ["payment", ImportedPayment],
  ["seatsReferences", ImportedSeat],
]);

/** The unknown fields of a line, such as `booking.attendees.phone`; those of children once for each child. */
export function unknownFields(type: LineType, line: object): string[] {
  const own = unknownIn(LINES[type].out, line).map((name) => `${type}.${name}`);
  if (type !== "booking") return own;
  const inChildren = Object.entries(line).flatMap(([list, elements]) => {
    const schema = CHILDREN.get(list);
    if (!schema || !Array.isArray(elements)) return [];
    return elements.flatMap((each) => unknownIn(schema.out, each).map((name) => `booking.${list}.${name}`));
  });
  return [...own, ...inChildren];
}

const unknownIn = ({ shape }: z.ZodObject, value: object): string[] =>
  Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
