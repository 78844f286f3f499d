// Reads the tables of a Cal.com database as CSV files: users.csv, EventType.csv, Booking.csv and Attendee.csv of a folder.
// psql writes them: \copy "Booking" TO 'Booking.csv' CSV HEADER
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The columns that each file must have, and its other columns that are read. */
const FILES = {
  "users.csv": "id email username name",
  "EventType.csv": "id userId title slug length",
  "Booking.csv": "id uid userId eventTypeId title startTime endTime status",
  "Attendee.csv": "id email name timeZone bookingId",
};
const NUMBERS = new Set(
  `id userId eventTypeId bookingId length price minimumBookingNotice beforeEventBuffer afterEventBuffer seatsPerTimeSlot
  periodDays slotInterval offsetStart timeFormat iCalSequence rating`.split(/\s+/),
);
const BOOLEANS = new Set(
  "hidden requiresConfirmation periodCountCalendarDays paid rescheduled noShowHost noShow".split(" "),
);
const OBJECTS = new Set(["locations", "bookingLimits", "durationLimits", "metadata", "responses"]);
/** Columns of type timestamp, which have no zone and are in UTC. */
const TIMES = new Set(
  "startTime endTime createdAt updatedAt emailVerified created periodStartDate periodEndDate".split(" "),
);

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

/** The records of a CSV text (RFC 4180): their fields, and the line on which each begins. */
function* recordsIn(text) {
  let fields = [];
  let line = 1;
  let startsAt = 1;
  let read = 0;
  for (const [whole, quoted, plain, end] of text.matchAll(CELL)) {
    read += whole.length;
    const isEmpty = quoted === undefined && plain === "";
    line += whole.split("\n").length - 1;
    // An unquoted empty field is NULL, and a line without any is none.
    if (!isEmpty || end === "," || fields.length > 0)
      fields.push(isEmpty ? null : (plain ?? unquote(quoted)));
    if (end === ",") continue;
    if (fields.length > 0) yield { fields, line: startsAt };
    fields = [];
    startsAt = line;
  }
  if (read < text.length) throw new Error(`line ${line} is not CSV: a quote is missing or misplaced.`);
}

const unquote = (text) => text.replaceAll('""', '"');

function parseCell(name, text) {
  if (text === null) return null;
  if (NUMBERS.has(name)) {
    if (!/^-?\d+$/.test(text)) throw new Error(`${name} is not a number: ${text}`);
    return Number(text);
  }
  if (BOOLEANS.has(name)) return text === "t" || text === "true";
  if (TIMES.has(name)) return /[zZ]$|[+-]\d\d(?::?\d\d)?$/.test(text) ? text : `${text.replace(" ", "T")}Z`;
  if (!OBJECTS.has(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}

function recordsOf(text, file) {
  try {
    return [...recordsIn(text)];
  } catch (error) {
    throw new Error(`${file} ${error.message}`);
  }
}

/** The rows of a file as objects, or with what is wrong with them. Throws if the file or a column is missing. */
function readRows(folder, file) {
  let text;
  try {
    text = readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, "");
  } catch {
    throw new Error(`${file} cannot be read in ${folder}.`);
  }
  const [head, ...rows] = recordsOf(text, file);
  const names = head?.fields ?? [];
  const missing = FILES[file].split(" ").filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`${file} has no column ${missing.join(", ")}.`);
  return rows.map(({ fields, line }) => {
    const from = `${file} line ${line}`;
    try {
      if (fields.length !== names.length) throw new Error(`has ${fields.length} fields, not ${names.length}`);
      return {
        from,
        record: Object.fromEntries(names.map((name, at) => [name, parseCell(name, fields[at])])),
      };
    } catch (error) {
      return { from, fault: error.message };
    }
  });
}

const upper = (text) => text?.toUpperCase();
const dateOf = (time) => time?.slice(0, 10);
/** A rolling window keeps its days; Cal.com's other kinds have none here. */
const periodOf = (type) => (upper(type)?.startsWith("ROLLING") ? "ROLLING" : (upper(type) ?? "UNLIMITED"));

const CONVERSIONS = {
  user: (row) => ({ ...row, avatar: row.avatarUrl, createdDate: row.created, role: upper(row.role) }),
  event_type: (row) => ({
    ...row,
    periodType: periodOf(row.periodType),
    periodStartDate: dateOf(row.periodStartDate),
    periodEndDate: dateOf(row.periodEndDate),
  }),
  booking: (row) => ({ ...row, status: upper(row.status) }),
};

/** The records of all files, in the order of an import. */
export function* rowsOf(folder) {
  const [users, eventTypes, bookings, attendees] = Object.keys(FILES).map((file) => readRows(folder, file));
  const attendeesOf = Map.groupBy(attendees, ({ record }) => record?.bookingId);
  const faulty = attendees.filter(({ fault }) => fault);
  for (const [type, rows] of Object.entries({ user: users, event_type: eventTypes, booking: bookings }))
    for (const { from, record, fault } of rows) {
      const converted = fault ? undefined : CONVERSIONS[type](record);
      if (converted && type === "booking")
        converted.attendees = (attendeesOf.get(record.id) ?? []).map((attendee) => attendee.record);
      yield { type, from, record: converted, fault };
    }
  for (const { from, fault } of faulty) yield { type: "attendee", from, fault };
}
