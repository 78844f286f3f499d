import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { CAL_KEY, startFakeCalApi } from "#test/support/documents/fake-cal-api.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

async function runExport(...args: string[]) {
  const program = spawn(process.execPath, ["docs/examples/export-cal.mjs", ...args]);
  const [out, err] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "exit")]);
  const lines = out.split("\n").filter((line) => line !== "");
  return { code: program.exitCode, lines, errors: err.trimEnd().split("\n") };
}

/** Imports an export. Every line must be accepted, without unknown fields. */
async function importAll(lines: readonly string[]) {
  const { result, rejectedLines } = await importLines(lines);
  expect(rejectedLines).toEqual([]);
  expect(result).toMatchObject({ lines: lines.length });
}

const read = (id: string, userId: number, path: Record<string, string>) =>
  callEndpoint(id, { userId, role: "USER", scopes: "all", credentialId: "key" }, { path });

it("exports an account through Cal.com's API v2, and the import accepts every line", async () => {
  const { code, lines, errors } = await runExport("--api-key", CAL_KEY, "--url", await startFakeCalApi());
  expect(errors).toEqual([
    "booking 7250: user 777 is not exported",
    "booking 7251: event type 699 is not exported",
    "exported user 1, event_type 2, booking 250; skipped 2",
  ]);
  expect([code, lines.length]).toEqual([0, 253]);
  await importAll(lines);
  expect((await read("event-types.get", 501, { id: "601" })).json["event_type"]).toMatchObject({
    ...{ title: "Intro", length: 30, lengths: [60], afterEventBuffer: 10, currency: "USD", periodDays: 30 },
    ...{ requiresConfirmation: true, bookingLimits: { PER_DAY: 3 }, periodType: "ROLLING" },
    locations: [{ value: "integrations:cal-video", optionValue: "" }],
  });
  expect((await read("event-types.get", 501, { id: "602" })).json["event_type"]).toMatchObject({
    ...{ requiresConfirmation: false, bookingLimits: null, locations: [{ value: "inPerson" }] },
    ...{ periodType: "RANGE", periodStartDate: "2030-01-01", periodEndDate: "2032-12-31" },
  });
  expect((await read("bookings.get", 501, { id: "7003" })).json["booking"]).toMatchObject({
    ...{ uid: "uid-3", status: "ACCEPTED", startTime: "2031-01-04T09:00:00.000Z", metadata: { order: "3" } },
    ...{ responses: { notes: "Tea", location: { value: "integrations:daily", optionValue: "" } } },
    attendees: [{ id: 80_003, email: "bo@example.com", timeZone: "Europe/Paris", locale: "fr" }],
  });
  expect((await read("bookings.get", 501, { id: "7000" })).json["booking"]).toMatchObject({
    ...{ status: "CANCELLED", cancellationReason: "ill" },
  });
});

const FILES = {
  "users.csv": [
    "id,username,name,email,timeZone,weekStart,timeFormat,locale,role,created,emailVerified,avatarUrl",
    '511,cy,"Cy ""the"" Host",cy@example.com,Europe/Rome,Monday,24,en,USER,2023-02-01 09:00:00,,',
    "512,,,dee@example.com,UTC,Sunday,12,en,USER,2023-02-01 09:00:00.5,2023-02-01 09:00:00,",
  ],
  "EventType.csv": [
    "id,userId,title,slug,length,description,hidden,locations,price,currency,periodType,periodDays,bookingLimits,requiresConfirmation",
    '611,511,Talk,talk,30,"Two\nlines, and a comma",f,"[{""type"":""inPerson"",""address"":""X""}]",0,usd,rolling,14,"{""PER_DAY"":2}",t',
    "612,512,Call,call,15,,f,,0,eur,unlimited,30,,f",
    "613,,Of a team,team,15,,f,,0,eur,unlimited,30,,f",
  ],
  "Booking.csv": [
    "id,uid,userId,eventTypeId,title,startTime,endTime,status,createdAt,metadata,responses,paid,iCalSequence",
    '7511,csv-1,511,611,Talk,2031-02-03 09:00:00,2031-02-03 09:30:00,accepted,2030-01-01 00:00:00,"{}","{""notes"":""a, b""}",f,0',
    "7512,csv-2,511,611,Talk,soon,2031-02-03 09:30:00,accepted,2030-01-01 00:00:00,,,f,0",
    "7513,csv-3,511,613,Talk,2031-02-04 09:00:00,2031-02-04 09:30:00,accepted,2030-01-01 00:00:00,,,f,0",
    "7514,csv-4,512,612,Call,2031-02-05 09:00:00,2031-02-05 09:15:00,cancelled,2030-01-01 00:00:00,oops,,f,0",
    "7515,csv-5,512,612,Call,2031-02-05 09:00:00,2031-02-05 09:15:00,awaiting_host,2030-01-01 00:00:00,,,f,0",
    "7516,csv-6,512",
    "7517,,512,612,Call,2031-02-06 09:00:00,2031-02-06 09:15:00,pending,2030-01-01 00:00:00,,,f,0",
  ],
  "Attendee.csv": [
    "id,email,name,timeZone,locale,bookingId,noShow,phoneNumber",
    "81001,ann@example.com,Ann,Europe/Paris,fr,7511,f,",
    "81002,ANN@example.com,,Europe/Paris,,7511,f,",
    "x,eve@example.com,Eve,UTC,en,7511,f,",
  ],
};

function writeFiles(changed: Partial<Record<keyof typeof FILES, string[]>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "export-"));
  for (const [name, rows] of Object.entries({ ...FILES, ...changed }))
    writeFileSync(join(folder, name), `${rows.join("\n")}\n`);
  return folder;
}

it("exports the tables of a database, reports the rows without a line, and the import accepts all others", async () => {
  const { code, lines, errors } = await runExport("--csv", writeFiles());
  expect(errors).toEqual([
    "EventType.csv line 5: userId is missing",
    "Booking.csv line 3: startTime is not a time: soonZ",
    "Booking.csv line 4: event type 613 is not exported",
    "Booking.csv line 5: metadata is not JSON",
    "Booking.csv line 7: has 3 fields, not 13",
    "Booking.csv line 8: uid is missing",
    "Attendee.csv line 4: id is not a number: x",
    "exported user 2, event_type 2, booking 2; skipped 7",
  ]);
  expect([code, lines.length]).toEqual([0, 6]);
  await importAll(lines);
  expect((await read("users.get", 511, { id: "511" })).json["user"]).toMatchObject({ name: 'Cy "the" Host' });
  expect((await read("event-types.get", 511, { id: "611" })).json["event_type"]).toMatchObject({
    ...{ description: "Two\nlines, and a comma", bookingLimits: { PER_DAY: 2 }, requiresConfirmation: true },
    ...{ periodType: "ROLLING", periodDays: 14, locations: [{ value: "inPerson", optionValue: "" }] },
  });
  expect((await read("bookings.get", 511, { id: "7511" })).json["booking"]).toMatchObject({
    ...{ startTime: "2031-02-03T09:00:00.000Z", responses: { notes: "a, b" } },
    attendees: [{ id: 81_001, email: "ann@example.com", name: "Ann" }],
  });
  expect((await read("bookings.get", 512, { id: "7515" })).json["booking"]).toMatchObject({
    status: "AWAITING_HOST",
  });
});

it.each([
  ["a wrong key", async () => ["--api-key", "wrong", "--url", await startFakeCalApi()], /rejected \(401\)/],
  ["no source", async () => [], /Give either --api-key KEY or --csv FOLDER/],
  ["two sources", async () => ["--api-key", "x", "--csv", "y"], /Give either/],
  ["an unknown option", async () => ["--key", "x"], /Unknown option '--key'/],
  ["a missing folder", async () => ["--csv", "/nowhere"], /users.csv cannot be read in \/nowhere/],
  [
    "a missing column",
    async () => ["--csv", writeFiles({ "Booking.csv": ["id,uid,userId,eventTypeId,title,status"] })],
    /^Booking.csv has no column startTime, endTime\.$/,
  ],
  [
    "a file that is not CSV",
    async () => ["--csv", writeFiles({ "Attendee.csv": [FILES["Attendee.csv"][0] ?? "", '1,a"b"'] })],
    /^Attendee.csv line 2 is not CSV/,
  ],
])("fails for %s, without a line", async (_, args, error) => {
  const { code, lines, errors } = await runExport(...(await args()));
  expect([code, lines]).toEqual([1, []]);
  expect(errors.join("\n")).toMatch(error);
});
