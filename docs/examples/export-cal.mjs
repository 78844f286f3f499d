// Exports an account of Cal.com as a file for `npm run admin -- import`; what can't be exported is on standard error.
// Usage: node export-cal.mjs --api-key KEY [--url https://api.cal.com] > export.jsonl
//        node export-cal.mjs --csv FOLDER > export.jsonl
import { parseArgs } from "node:util";
import { recordsOfApi } from "./export-cal-api.mjs";
import { rowsOf } from "./export-cal-csv.mjs";

/** Locations that an attendee fills in are no defaults of an event type. */
const OF_ATTENDEE = new Set([
  "phone",
  "attendeeInPerson",
  "attendeePhone",
  "attendeeAddress",
  "attendeeDefined",
]);

const FIELDS = {
  user: "id email name username bio avatar timeZone weekStart locale timeFormat role emailVerified createdDate",
  event_type: `id userId title slug description length lengths hidden locations requiresConfirmation minimumBookingNotice
    beforeEventBuffer afterEventBuffer seatsPerTimeSlot price currency periodType periodDays periodCountCalendarDays
    periodStartDate periodEndDate slotInterval offsetStart bookingLimits durationLimits`,
  booking: `id uid userId userPrimaryEmail eventTypeId title description responses startTime endTime status attendees
    createdAt updatedAt paid cancellationReason rejectionReason rescheduled fromReschedule recurringEventId
    smsReminderNumber metadata iCalUID iCalSequence rating ratingFeedback noShowHost`,
};
const REQUIRED = {
  user: ["id", "email"],
  event_type: ["id", "userId", "title", "slug", "length"],
  booking: ["id", "uid", "userId", "eventTypeId", "title", "startTime", "endTime", "status"],
};

const isMissing = (value) => value === undefined || value === null || value === "";

/** The line of a record. Throws with the reason if the import could not accept it. */
function lineOf(type, record, exported) {
  const names = FIELDS[type].split(/\s+/);
  const line = { type, ...Object.fromEntries(names.map((name) => [name, record[name]])) };
  const missing = REQUIRED[type].filter((name) => isMissing(line[name]));
  if (missing.length > 0) throw new Error(`${missing.join(", ")} is missing`);
  for (const name of ["startTime", "endTime", "createdAt", "updatedAt", "emailVerified", "createdDate"])
    if (!isMissing(line[name])) line[name] = instantOf(line[name], name);
  if (type === "user") line.name = record.name || record.username || record.email;
  else if (!exported.user.has(line.userId)) throw new Error(`user ${line.userId} is not exported`);
  if (type === "event_type")
    Object.assign(line, { locations: locationsOf(record.locations) }, periodOf(line));
  if (type === "booking") {
    if (!exported.event_type.has(line.eventTypeId))
      throw new Error(`event type ${line.eventTypeId} is not exported`);
    if (line.startTime >= line.endTime) throw new Error("endTime is not after startTime");
    line.attendees = attendeesOf(record.attendees);
  }
  return Object.fromEntries(Object.entries(line).filter(([, value]) => !isMissing(value)));
}

/** A booking window without its days or dates is none. */
function periodOf({ periodType, periodDays, periodStartDate, periodEndDate }) {
  const isWhole = periodType === "RANGE" ? periodStartDate && periodEndDate : periodDays > 0;
  return { periodType: isWhole ? periodType : "UNLIMITED" };
}

/** The attendees of a booking; of those with the same email the first, because the import requires it. */
const attendeesOf = (attendees) =>
  Object.values(Object.groupBy(attendees, ({ email }) => email.toLowerCase())).map(([one]) => ({
    id: one.id,
    email: one.email,
    name: one.name || one.email,
    timeZone: one.timeZone || "UTC",
    locale: one.locale ?? undefined,
    noShow: one.noShow === true,
    phoneNumber: one.phoneNumber ?? undefined,
  }));

function instantOf(value, name) {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw new Error(`${name} is not a time: ${value}`);
  return time.toISOString();
}

const locationsOf = (locations) =>
  (Array.isArray(locations) ? locations : [])
    .filter(({ type }) => typeof type === "string" && !OF_ATTENDEE.has(type))
    .map(({ type, integration }) => ({
      value: type === "integration" ? `integrations:${integration}` : type === "address" ? "inPerson" : type,
      optionValue: "",
    }));

/** Writes the lines of all records; a record that has none is reported, and the others go on. */
async function exportRecords(records) {
  const exported = { user: new Set(), event_type: new Set(), booking: new Set() };
  let skipped = 0;
  for await (const { type, from, record, fault } of records) {
    try {
      if (fault) throw new Error(fault);
      const line = lineOf(type, record, exported);
      exported[type].add(line.id);
      console.log(JSON.stringify(line));
    } catch (error) {
      skipped += 1;
      console.error(`${from}: ${error.message}`);
    }
  }
  const counts = Object.entries(exported).map(([type, ids]) => `${type} ${ids.size}`);
  console.error(`exported ${counts.join(", ")}; skipped ${skipped}`);
}

try {
  const options = { "api-key": { type: "string" }, csv: { type: "string" }, url: { type: "string" } };
  const { values } = parseArgs({ options });
  const { "api-key": apiKey, csv, url = "https://api.cal.com" } = values;
  if (!apiKey === !csv) throw new Error("Give either --api-key KEY or --csv FOLDER.");
  await exportRecords(csv ? rowsOf(csv) : recordsOfApi({ apiKey, url: url.replace(/\/$/, "") }));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
