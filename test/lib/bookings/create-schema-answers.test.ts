import { describe, expect, it } from "vitest";
import { listInvalidAnswers, parseResponses, RESPONSES } from "./booking-body.ts";

describe("the answers of a new booking", () => {
  it("have the name of the booker in one or two fields", () => {
    expect(parseResponses({ name: "  Ann Booker " }).name).toBe("Ann Booker");
    expect(parseResponses({ name: { firstName: "Ann", lastName: "Booker" } }).name).toBe("Ann Booker");
    expect(parseResponses({ name: { firstName: "Ann" } }).name).toBe("Ann");
    expect(parseResponses({ name: { firstName: "Ann", lastName: "" } }).name).toBe("Ann");
  });

  it.each(["", "   ", "x".repeat(201), { lastName: "Booker" }, { firstName: " " }, 7, null])(
    "can't have the booker's name %j",
    (name) => {
      expect(listInvalidAnswers({ name })[0]).toMatch(/^#\/responses\/name/);
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
  ])("can't have the email %j", (email) => {
    expect(listInvalidAnswers({ email })).toEqual(["#/responses/email"]);
  });

  it("treat empty text, an empty list and null as missing", () => {
    expect(parseResponses({ guests: "", notes: "", location: "", smsReminderNumber: null })).toEqual(
      RESPONSES,
    );
    expect(parseResponses({ guests: [] }).guests).toEqual([]);
  });

  it("have up to ten guests", () => {
    const guests = (count: number) => Array.from({ length: count }, (_, at) => `guest${at}@example.com`);
    expect(parseResponses({ guests: guests(10) }).guests).toHaveLength(10);
    expect(listInvalidAnswers({ guests: guests(11) })).toEqual(["#/responses/guests"]);
    expect(listInvalidAnswers({ guests: ["a@example.com", "nobody"] })).toEqual(["#/responses/guests/1"]);
  });

  it("have the location as an object or as text", () => {
    const location = { value: "integrations:daily", optionValue: "" };
    expect(parseResponses({ location: "integrations:daily" }).location).toEqual(location);
    expect(parseResponses({ location: { value: "integrations:daily" } }).location).toEqual(location);
    const phone = { value: "phone", optionValue: "+41 44 000 00 00" };
    expect(parseResponses({ location: phone }).location).toEqual(phone);
  });

  it.each(["moon", "https://meet.example.com/room?x=1", "integrations:", "Main Street 1, Zurich"])(
    "store the location %j, which is no known kind, as text",
    (place) => {
      for (const location of [place, { value: place }, { value: place, optionValue: "x", address: "y" }])
        expect(parseResponses({ location }).location).toEqual({ value: place, optionValue: "" });
    },
  );

  it.each([
    { value: "link", optionValue: "https://example.com" },
    { value: "inPerson", optionValue: "Main Street", address: "Main Street" },
    { value: "userPhone", optionValue: null },
  ])("ignore the option and unknown fields of the location %j, whose kind has no option", (location) => {
    expect(parseResponses({ location }).location).toEqual({ value: location.value, optionValue: "" });
  });

  it.each(["", null, { value: "" }, { value: null, optionValue: "" }])(
    "treat the location %j as missing",
    (location) => {
      expect(parseResponses({ location })).toEqual(RESPONSES);
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
  ])("can't have the location %j", (location) => {
    expect(listInvalidAnswers({ location })[0]).toMatch(/^#\/responses\/location/);
  });

  it("store other answers of the client", () => {
    expect(parseResponses({ shoeSize: 43, ["x".repeat(200)]: [{ a: null }] })).toMatchObject({
      shoeSize: 43,
      ["x".repeat(200)]: [{ a: null }],
    });
  });

  it.each([["x".repeat(201)], [""]])("can't contain an answer called %j", (name) => {
    expect(listInvalidAnswers({ [name]: 1 })).toEqual(["#/responses"]);
  });
});
