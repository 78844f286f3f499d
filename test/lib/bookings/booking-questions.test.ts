import { describe, expect, it } from "vitest";
import { getFieldLabels, parseAnswers } from "#lib/bookings/booking-questions.ts";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";

const eventType = (fields: Record<string, unknown> = {}): EventType => ({
  ...EventTypeCreate.parse({ title: "Meeting", length: 30, ...fields }),
  id: 1,
  userId: 1,
  slug: "meeting",
});
const responses = (more: Record<string, unknown> = {}) =>
  BookingCreate.parse({
    eventTypeId: 1,
    start: "2030-03-04T09:00:00Z",
    responses: { name: "Ann", email: "ann@example.com", ...more },
  }).responses;
const eventTypeAsking = (...names: string[]) =>
  eventType({
    bookingFields: names.map((name) => ({ name, type: "text", label: `Your ${name}`, required: true })),
  });

describe("the stored answers", () => {
  it("are the known ones, those to the event type's own questions, and all others", () => {
    const stored = parseAnswers(
      eventTypeAsking("shoeSize"),
      responses({ shoeSize: "43", firm: { name: "Acme" }, empty: "", notes: "Hi" }),
    );
    expect(stored).toEqual({
      name: "Ann",
      email: "ann@example.com",
      location: { value: "link", optionValue: "" },
      guests: [],
      notes: "Hi",
      shoeSize: "43",
      firm: { name: "Acme" },
      empty: "",
    });
  });

  it("have the event type's first location if none is sent", () => {
    const [link, room] = [
      { value: "link", optionValue: "" },
      { value: "inPerson", optionValue: "" },
    ];
    const type = eventType({ locations: [link, room] });
    expect(parseAnswers(type, responses())).toMatchObject({ location: link });
    expect(parseAnswers(type, responses({ location: "inPerson" }))).toMatchObject({ location: room });
  });

  it("treat an answer with the name of a property of every object like any other", () => {
    const own = JSON.parse(
      '{"constructor":"a","hasOwnProperty":"b","toString":"c","__proto__":{"name":"d"}}',
    );
    const stored = parseAnswers(eventType(), responses(own));
    expect(stored).toMatchObject({ name: "Ann", constructor: "a", hasOwnProperty: "b", toString: "c" });
    expect(Object.getPrototypeOf(stored)).toBe(Object.prototype);
    expect(Object.hasOwn(stored, "__proto__")).toBe(false);
  });

  it.each<{ answer?: unknown }>([{}, { answer: null }, { answer: "" }, { answer: [] }])(
    "are rejected with a pointer to each required question: %j",
    ({ answer }) => {
      const type = eventTypeAsking("shoeSize", "colour", "team");
      expect(() => parseAnswers(type, responses({ shoeSize: "0", colour: answer, team: answer }))).toThrow(
        expect.objectContaining({
          code: "invalid_request",
          message: '"Your colour" is required.',
          errors: [
            expect.objectContaining({ pointer: "#/responses/colour", code: "required" }),
            expect.objectContaining({ pointer: "#/responses/team", code: "required" }),
          ],
        }),
      );
    },
  );

  it.each(["constructor", "toString", "hasOwnProperty"])(
    "do not treat a question called %s as answered",
    (name) => {
      expect(() => parseAnswers(eventTypeAsking(name), responses())).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
      expect(parseAnswers(eventTypeAsking(name), responses({ [name]: "x" }))).toMatchObject({ [name]: "x" });
    },
  );
});

describe("an answer to the event type's own question", () => {
  const parserOf = (field: Record<string, unknown>, answer: unknown) => () =>
    parseAnswers(
      eventType({ bookingFields: [{ name: "question", label: "The question", ...field }] }),
      responses({ question: answer }),
    );
  const options = ["red", "blue"];

  it.each([
    [{ type: "text" }, "any"],
    [{ type: "number" }, 4.5],
    [{ type: "number" }, "-12"],
    [{ type: "email" }, "a@example.com"],
    [{ type: "phone" }, "+41 44 668 18 00"],
    [{ type: "boolean" }, false],
    [{ type: "select", options }, "red"],
    [{ type: "multiselect", options }, ["red", "blue"]],
    [{ type: "url" }, "https://example.com/a"],
    [{ type: "select" }, "anything"],
  ])("%j accepts %j", (field, answer) => {
    expect(parserOf(field, answer)()).toMatchObject({ question: answer });
  });

  it.each([
    [{ type: "text" }, 5],
    [{ type: "number" }, "five"],
    [{ type: "email" }, "nobody"],
    [{ type: "phone" }, "call me"],
    [{ type: "boolean" }, "yes"],
    [{ type: "select", options }, "green"],
    [{ type: "multiselect", options }, ["red", "green"]],
    [{ type: "url" }, "javascript:alert(1)"],
  ])("%j rejects %j and names the question", (field, answer) => {
    expect(parserOf(field, answer)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('"The question" must be '),
        errors: [expect.objectContaining({ pointer: "#/responses/question" })],
      }),
    );
  });
});

it("the labels of an event type's questions are their names if they have no label", () => {
  const bookingFields = [
    { name: "shoeSize", type: "number", label: "Shoe size" },
    { name: "source", type: "text", hidden: true },
  ];
  expect(getFieldLabels(eventType({ bookingFields }))).toEqual({
    shoeSize: { label: "Shoe size", isHidden: false },
    source: { label: "source", isHidden: true },
  });
});
