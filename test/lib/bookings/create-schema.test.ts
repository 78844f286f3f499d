import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import {
  BODY,
  listInvalidAnswers,
  listInvalidFields,
  listInvalidFieldsWith,
  parse,
  RESPONSES,
} from "./booking-body.ts";

describe("the body of a new booking", () => {
  it("needs an event type, a start, a name and an email", () => {
    expect(parse()).toEqual({
      eventTypeId: 7,
      start: "2030-03-04T09:00:00.000Z",
      language: "en",
      metadata: {},
      responses: RESPONSES,
    });
    expect(listInvalidFields({}).toSorted()).toEqual([
      "#/eventTypeId",
      "#/responses/email",
      "#/responses/name",
      "#/start",
    ]);
  });

  it("accepts empty text and null as missing", () => {
    for (const empty of ["", null])
      expect(parse({ language: empty, metadata: empty, title: empty, end: empty })).toEqual(parse());
  });

  it("trims the title, as an update does, and accepts one of spaces as missing", () => {
    expect(parse({ title: " Intro " })).toMatchObject({ title: "Intro" });
    expect(parse({ title: "  " })).toEqual(parse());
  });

  it("accepts the event type's id as text, and any ISO form of a time", () => {
    expect(parse({ eventTypeId: "7", start: "2030-03-04T10:00+01:00" })).toMatchObject({
      eventTypeId: 7,
      start: "2030-03-04T09:00:00.000Z",
    });
    expect(listInvalidFieldsWith({ eventTypeId: "seven", start: "2030-02-30T09:00:00Z" })).toEqual([
      "#/eventTypeId",
      "#/start",
    ]);
  });

  it("removes unknown fields", () => {
    expect(parse({ hasHashedBookingLink: false, id: 1, status: "PENDING" })).toEqual(parse());
  });

  it("treats empty text and null as missing", () => {
    const empty = {
      end: "",
      timeZone: "",
      title: "",
      description: null,
      recurringEventId: "",
      idempotencyKey: "",
    };
    expect(parse(empty)).toEqual(parse());
  });

  it("accepts a series as text or as a number", () => {
    expect(parse({ recurringEventId: 12 }).recurringEventId).toBe("12");
    expect(parse({ recurringEventId: "weekly" }).recurringEventId).toBe("weekly");
    expect(listInvalidFieldsWith({ recurringEventId: 1.5 })).toEqual(["#/recurringEventId"]);
  });

  it.each([
    ["#/timeZone", { timeZone: "Mars/Olympus" }],
    ["#/language", { language: "english please" }],
    ["#/language", { language: `en${"-abcdefgh".repeat(5)}` }],
    ["#/metadata", { metadata: "text" }],
    ["#/metadata", { metadata: { note: "x".repeat(33_000) } }],
    ["#/metadata", { metadata: { note: "é".repeat(17_000) } }],
    ["#/description", { description: "x".repeat(16_385) }],
    ["#/description", { description: "é".repeat(8_193) }],
    ["#/title", { title: "x".repeat(501) }],
    ["#/idempotencyKey", { idempotencyKey: "x".repeat(256) }],
    ["#/responses", { responses: { ...RESPONSES, essay: "x".repeat(33_000) } }],
    ["#/responses", { responses: "text" }],
    ["#/responses", { responses: null }],
  ])("is rejected with the pointer %s", (pointer, more) => {
    expect(listInvalidFieldsWith(more)).toEqual([pointer]);
  });

  it.each([
    ["a number that is too large", '{"deep":[1e999]}'],
    ["a number that loses digits", '{"deep":{"id":9007199254740993}}'],
    ["a number too close to zero", '{"deep":1e-131}'],
    ["21 levels", `${'{"deep":'.repeat(21)}1${"}".repeat(21)}`],
    ["16,000 nested arrays", `{"deep":${"[".repeat(16_000)}${"]".repeat(16_000)}}`],
    ["a field named like the prototype of all objects", '{"deep":{"__proto__":{"a":1}}}'],
    ["a field without a name", '{"deep":{"":1}}'],
    ["an object with a constructor", '{"deep":{"constructor":{"name":"Uint8Array"}}}'],
  ])("is rejected if metadata or answers contain %s, which the table can't store", (_, text) => {
    const free = JSON.parse(text);
    expect(listInvalidFieldsWith({ metadata: free })).toEqual(["#/metadata"]);
    expect(listInvalidAnswers({ ...free })).toEqual(["#/responses"]);
  });

  it("can be as large as the limits", () => {
    expect(
      listInvalidFieldsWith({
        metadata: { note: "x".repeat(32 * 1024 - 11) },
        description: "é".repeat(8_192),
      }),
    ).toEqual([]);
  });

  it.each([null, 1, "text", [], undefined])("is an object and not %j", (body) => {
    expect(BookingCreate.safeParse(body).success).toBe(false);
  });
});

describe("the older form of a new booking", () => {
  const { responses, ...rest } = BODY;

  it("has the answers at the top level", () => {
    const older = { ...rest, ...responses, notes: "Hello", guests: ["g@example.com"], location: "link" };
    expect(BookingCreate.parse(older)).toEqual(
      parse({ responses: { ...RESPONSES, notes: "Hello", guests: ["g@example.com"], location: "link" } }),
    );
  });

  it("can have empty text and empty lists", () => {
    const empty = { notes: "", guests: [], location: "", smsReminderNumber: "", customInputs: [] };
    expect(BookingCreate.parse({ ...rest, ...responses, ...empty }).responses).toEqual({
      ...RESPONSES,
      guests: [],
    });
    expect(BookingCreate.parse({ ...rest, ...responses, customInputs: null }).responses).toEqual(RESPONSES);
  });

  it("has the answers to own questions in customInputs, which never replace the booker's", () => {
    const older = { ...rest, ...responses, customInputs: { shoeSize: 43, email: "other@example.com" } };
    expect(BookingCreate.parse(older).responses).toEqual({ ...RESPONSES, shoeSize: 43 });
  });

  it("is ignored if responses is sent", () => {
    expect(parse({ name: "Bob", email: "bob@example.com" })).toEqual(parse());
  });
});

describe("any JSON", () => {
  const NAMES = [
    "eventTypeId",
    "start",
    "end",
    "timeZone",
    "language",
    "metadata",
    "responses",
    "recurringEventId",
  ];
  const OLDER = [
    "name",
    "email",
    "guests",
    "notes",
    "location",
    "customInputs",
    "firstName",
    "value",
    "optionValue",
  ];
  const name = fc.oneof(fc.constantFrom(...NAMES, ...OLDER), fc.string());
  const { body } = fc.letrec((tie) => ({
    body: fc.oneof({ depthSize: "small" }, fc.jsonValue(), fc.dictionary(name, tie("value"))),
    value: fc.oneof({ depthSize: "small" }, fc.jsonValue(), fc.constantFrom("link", "UTC", "7"), tie("body")),
  }));

  it("any JSON is accepted or rejected, and never causes another error", () => {
    fc.assert(
      fc.property(body, (anything) => {
        const { success, error } = BookingCreate.safeParse(anything);
        expect(success || (error?.issues.length ?? 0) > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
