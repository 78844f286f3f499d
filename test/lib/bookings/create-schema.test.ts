import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BookingCreate } from "#lib/bookings/create-schema.ts";

const RESPONSES = { name: "Ann", email: "ann@example.com" };
const BODY = { eventTypeId: 7, start: "2030-03-04T09:00:00Z", responses: RESPONSES };

const parse = (more: Record<string, unknown> = {}) => BookingCreate.parse({ ...BODY, ...more });
const answers = (more: Record<string, unknown>) => parse({ responses: { ...RESPONSES, ...more } }).responses;

/** Pointers to what is refused. */
const refused = (body: unknown): string[] =>
  (BookingCreate.safeParse(body).error?.issues ?? []).map(({ path }) => ["#", ...path].join("/"));
const refusedWith = (more: Record<string, unknown>) => refused({ ...BODY, ...more });
const refusedAnswers = (more: Record<string, unknown>) =>
  refusedWith({ responses: { ...RESPONSES, ...more } });

describe("the body of a new booking", () => {
  it("needs an event type, a start, a name and an email", () => {
    expect(parse()).toEqual({
      eventTypeId: 7,
      start: "2030-03-04T09:00:00.000Z",
      language: "en",
      metadata: {},
      responses: RESPONSES,
    });
    expect(refused({}).toSorted()).toEqual([
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

  it("accepts the event type's id as text, and any ISO form of a time", () => {
    expect(parse({ eventTypeId: "7", start: "2030-03-04T10:00+01:00" })).toMatchObject({
      eventTypeId: 7,
      start: "2030-03-04T09:00:00.000Z",
    });
    expect(refusedWith({ eventTypeId: "seven", start: "2030-02-30T09:00:00Z" })).toEqual([
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
    expect(refusedWith({ recurringEventId: 1.5 })).toEqual(["#/recurringEventId"]);
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
  ])("is refused with the pointer %s", (pointer, more) => {
    expect(refusedWith(more)).toEqual([pointer]);
  });

  it.each([
    ["a number past all bounds", '{"deep":[1e999]}'],
    ["a number that loses digits", '{"deep":{"id":9007199254740993}}'],
    ["a number next to nothing", '{"deep":1e-131}'],
    ["21 levels", `${'{"deep":'.repeat(21)}1${"}".repeat(21)}`],
    ["a nest to break the stack", `{"deep":${"[".repeat(16_000)}${"]".repeat(16_000)}}`],
    ["a field named like the prototype of all objects", '{"deep":{"__proto__":{"a":1}}}'],
    ["a field without a name", '{"deep":{"":1}}'],
    ["an object that claims a class", '{"deep":{"constructor":{"name":"Uint8Array"}}}'],
  ])("is refused when metadata or answers hold %s, which the table would not keep", (_, text) => {
    const free = JSON.parse(text);
    expect(refusedWith({ metadata: free })).toEqual(["#/metadata"]);
    expect(refusedAnswers({ ...free })).toEqual(["#/responses"]);
  });

  it("can be as large as the limits", () => {
    expect(
      refusedWith({ metadata: { note: "x".repeat(32 * 1024 - 11) }, description: "é".repeat(8_192) }),
    ).toEqual([]);
  });

  it.each([null, 1, "text", [], undefined])("is an object and not %j", (body) => {
    expect(BookingCreate.safeParse(body).success).toBe(false);
  });
});

describe("the answers of a new booking", () => {
  it("have the name of the booker in one or two fields", () => {
    expect(answers({ name: "  Ann Booker " }).name).toBe("Ann Booker");
    expect(answers({ name: { firstName: "Ann", lastName: "Booker" } }).name).toBe("Ann Booker");
    expect(answers({ name: { firstName: "Ann" } }).name).toBe("Ann");
    expect(answers({ name: { firstName: "Ann", lastName: "" } }).name).toBe("Ann");
  });

  it.each(["", "   ", "x".repeat(201), { lastName: "Booker" }, { firstName: " " }, 7, null])(
    "never name the booker %j",
    (name) => {
      expect(refusedAnswers({ name })[0]).toMatch(/^#\/responses\/name/);
    },
  );

  it.each([
    "",
    "ann",
    "ann@",
    "@example.com",
    "ann@example",
    "a b@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("never hold the email %j", (email) => {
    expect(refusedAnswers({ email })).toEqual(["#/responses/email"]);
  });

  it("treat empty text, an empty list and null as missing", () => {
    expect(answers({ guests: "", notes: "", location: "", smsReminderNumber: null })).toEqual(RESPONSES);
    expect(answers({ guests: [] }).guests).toEqual([]);
  });

  it("have up to ten guests", () => {
    const guests = (count: number) => Array.from({ length: count }, (_, at) => `guest${at}@example.com`);
    expect(answers({ guests: guests(10) }).guests).toHaveLength(10);
    expect(refusedAnswers({ guests: guests(11) })).toEqual(["#/responses/guests"]);
    expect(refusedAnswers({ guests: ["a@example.com", "nobody"] })).toEqual(["#/responses/guests/1"]);
  });

  it("have the location as an object or as text", () => {
    const location = { value: "integrations:daily", optionValue: "" };
    expect(answers({ location: "integrations:daily" }).location).toEqual(location);
    expect(answers({ location: { value: "integrations:daily" } }).location).toEqual(location);
    const phone = { value: "phone", optionValue: "+41 44 000 00 00" };
    expect(answers({ location: phone }).location).toEqual(phone);
  });

  it.each(["moon", "https://meet.example.com/room?x=1", "integrations:", "Main Street 1, Zurich"])(
    "keep the place %j, which is no kind of location, as it came",
    (place) => {
      for (const location of [place, { value: place }, { value: place, optionValue: "x", address: "y" }])
        expect(answers({ location }).location).toEqual({ value: place, optionValue: "" });
    },
  );

  it.each([
    { value: "link", optionValue: "https://example.com" },
    { value: "inPerson", optionValue: "Main Street", address: "Main Street" },
    { value: "userPhone", optionValue: null },
  ])("ignore the option and unknown members of the place %j, whose kind has none", (location) => {
    expect(answers({ location }).location).toEqual({ value: location.value, optionValue: "" });
  });

  it.each(["", null, { value: "" }, { value: null, optionValue: "" }])(
    "take the place %j for none",
    (location) => {
      expect(answers({ location })).toEqual(RESPONSES);
    },
  );

  it.each([
    "phone",
    "attendeeInPerson",
    "x".repeat(1_001),
    { value: "phone", optionValue: "" },
    { value: "phone", optionValue: "4".repeat(1_001) },
    { value: "attendeeInPerson" },
    { value: 7 },
    { optionValue: "x" },
    7,
    [],
  ])("never say the place is %j", (location) => {
    expect(refusedAnswers({ location })[0]).toMatch(/^#\/responses\/location/);
  });

  it("keep other answers of the client", () => {
    expect(answers({ shoeSize: 43, ["x".repeat(200)]: [{ a: null }] })).toMatchObject({
      shoeSize: 43,
      ["x".repeat(200)]: [{ a: null }],
    });
  });

  it.each([["x".repeat(201)], [""]])("never have the name %j", (name) => {
    expect(refusedAnswers({ [name]: 1 })).toEqual(["#/responses"]);
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

  it("is accepted or rejected, and never causes another error", () => {
    fc.assert(
      fc.property(body, (anything) => {
        const { success, error } = BookingCreate.safeParse(anything);
        expect(success || (error?.issues.length ?? 0) > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
