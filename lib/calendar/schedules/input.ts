import * as z from "zod";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { AvailabilityId, DATE_MEANING, type EntryTimes, MAX_ENTRIES, ScheduleId } from "./schema.ts";
import { EndOfRange, StartOfRange } from "./time-of-day.ts";

/** Checks the fields of an entry against each other. Returns the invalid field and the problem; undefined if the entry is valid. */
export function findEntryProblem({
  days,
  startTime,
  endTime,
  date,
}: EntryTimes): { field: string; text: string } | undefined {
  if (date === null && days.length === 0) return { field: "days", text: "is required without date" };
  if (startTime < endTime || (startTime === endTime && date !== null)) return undefined;
  return { field: "endTime", text: "must be after startTime" };
}

/** Days 7 and 0 are both Sunday. */
const Days = z
  .array(z.int().min(0).max(7))
  .max(8)
  .overwrite((days) => [...new Set(days.map((day) => day % 7))].toSorted());

/** A date. Its midnight in UTC, `2031-03-04T00:00:00.000Z`, means the same: clients send a `Date` as JSON. */
const CalendarDate = z.preprocess(
  (sent) => (typeof sent === "string" ? sent.replace(/T00:00:00(?:\.0{1,9})?Z$/, "") : sent),
  z.iso.date(),
);

const editable = {
  days: Days.describe("Days of the week, 0 and 7 are Sunday. Ignored if there is a date."),
  startTime: StartOfRange.describe("Wall clock, such as 09:00, 09:00:00 or 1970-01-01T09:00:00.000Z."),
  endTime: EndOfRange.describe("As startTime, up to 24:00; 23:59 means midnight."),
  date: CalendarDate.nullable().describe(DATE_MEANING),
};
const entryFields = { ...editable, days: editable.days.default([]), date: editable.date.default(null) };

/** Removes the days of an entry with a date. */
export const withoutDaysIfDated = <T extends EntryTimes>(entry: T): T =>
  entry.date === null ? entry : { ...entry, days: [] };

function requireValidEntry(entry: EntryTimes, context: z.RefinementCtx): void {
  const problem = findEntryProblem(entry);
  if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.text });
}

/** An entry in the body of a schedule. An entry of a response may be sent back unchanged, and keeps its id. */
const Entry = z
  .strictObject({
    ...entryFields,
    id: AvailabilityId.optional().describe("Keeps the id of an existing entry."),
    scheduleId: ScheduleId.nullish().describe("Ignored."),
    eventTypeId: WholeNumber.nullish().describe("Ignored."),
  })
  .superRefine(requireValidEntry)
  .transform(({ id, days, startTime, endTime, date }) => ({
    ...(id !== undefined && { id }),
    ...withoutDaysIfDated({ days, startTime, endTime, date }),
  }));

const Slot = z
  .strictObject({
    start: StartOfRange.describe("Start of the hours, wall clock such as `09:00`."),
    end: EndOfRange.describe("End of the hours, up to `24:00`."),
  })
  .refine(({ start, end }) => start <= end, { path: ["end"], error: "must be after start" });

/** The hours of one date, which replace the weekly hours. */
const Override = z
  .strictObject({
    date: CalendarDate.describe("The date, such as `2031-03-04`."),
    slots: z.array(Slot).max(MAX_ENTRIES).optional().describe("Without any the day is closed."),
    timeSlots: z.array(Slot).max(MAX_ENTRIES).optional().describe("Another name of `slots`."),
  })
  .refine(({ slots, timeSlots }) => (slots ?? timeSlots) !== undefined, {
    path: ["slots"],
    error: "is required",
  })
  .transform(({ date, slots, timeSlots = [] }) => {
    const open = slots ?? timeSlots;
    const hours = open.length > 0 ? open : [{ start: 0, end: 0 }];
    return hours.map(({ start, end }): EntryTimes => ({ days: [], startTime: start, endTime: end, date }));
  });

const scheduleFields = {
  name: z.string().overwrite(trimSpace).min(1).max(200).describe("Name, for people."),
  timeZone: TimeZone.describe("IANA time zone of all hours."),
  isDefault: z.boolean().describe("True makes it the default schedule of the user."),
  availability: z.array(Entry).max(MAX_ENTRIES).describe("Weekly hours; replaces all existing ones."),
  overrides: z
    .array(Override)
    .max(MAX_ENTRIES)
    .describe("Hours of single dates, which replace the weekly hours of these dates."),
};

/** Body of a create: the name is required. Without `availability` the schedule is open Monday to Friday, 09:00 to 17:00. */
export const ScheduleCreate = z.strictObject({
  ...scheduleFields,
  timeZone: scheduleFields.timeZone.optional().describe("The user's time zone if missing."),
  isDefault: scheduleFields.isDefault
    .optional()
    .describe("The first schedule of a user is always the default."),
  availability: scheduleFields.availability
    .optional()
    .describe("Monday to Friday, 09:00 to 17:00, if missing."),
  overrides: scheduleFields.overrides.default([]),
  userId: z.int().min(0).optional().describe("Whose schedule it is; only for system admins."),
});
export type ScheduleCreate = z.output<typeof ScheduleCreate>;

/** Body of an update. `availability` replaces all weekly entries, `overrides` those of the dates it contains. */
export const ScheduleUpdate = updateSchema(scheduleFields);
export type ScheduleUpdate = z.output<typeof ScheduleUpdate>;

/** Body of a create of an entry. */
export const AvailabilityCreate = z
  .strictObject({ scheduleId: ScheduleId, ...entryFields })
  .superRefine(requireValidEntry)
  .transform(({ scheduleId, ...entry }) => ({ scheduleId, ...withoutDaysIfDated(entry) }))
  .meta({ example: { scheduleId: 10, days: [1, 2, 3, 4], startTime: "09:00", endTime: "17:00" } });
export type AvailabilityCreate = z.output<typeof AvailabilityCreate>;

/** Body of an update of an entry: any of the fields, at least one. */
export const AvailabilityUpdate = updateSchema(editable);
export type AvailabilityUpdate = z.output<typeof AvailabilityUpdate>;
