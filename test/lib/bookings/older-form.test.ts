import { beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const FIELD = { name: "room-number", type: "number", label: "Room", required: true } as const;
let host: Caller;
let rest: { eventTypeId: number; start: string };

beforeEach(async () => {
  host = await makeHost();
  const { id } = await makeEventType(host, { bookingFields: [FIELD] });
  rest = { eventTypeId: id, start: "2040-03-05T09:00:00Z" };
});

/** Requests a booking, and returns the errors of the response by their pointers, and its detail. */
async function errorsOf(fields: object): Promise<{ pointers: string[]; messages: string[]; detail: string }> {
  const { status, json } = await callEndpoint("bookings.create", host, { body: { ...rest, ...fields } });
  expect(status).toBe(400);
  const errors = json["errors"] as { pointer: string; message: string }[];
  return {
    pointers: errors.map(({ pointer }) => pointer),
    messages: errors.map(({ message }) => message),
    detail: String(json["detail"]),
  };
}

const ANN = { name: "Ann", email: "ann@example.com" };

describe("the errors of the older form name the fields as they were sent:", () => {
  it("at the top level, beside all other errors", async () => {
    const { pointers, messages, detail } = await errorsOf({ email: "ann", guests: ["nobody"], title: 7 });
    expect(pointers.toSorted()).toEqual(["#/email", "#/guests/0", "#/name", "#/title"]);
    expect(messages).toContain('"email" must be an email address.');
    expect(detail).toBe('"name" is required. (and 3 more in "errors")');
  });

  it.each([
    ["an object", { "room-number": "attic" }, "#/customInputs/room-number"],
    ["an object without it", {}, "#/customInputs/room-number"],
    [
      "a list",
      [
        { label: "other", value: 1 },
        { label: "room-number", value: "attic" },
      ],
      "#/customInputs/1/value",
    ],
    ["a list without it", [{ label: "other", value: 1 }], "#/customInputs/room-number"],
    ["nothing", undefined, "#/customInputs/room-number"],
  ])("in customInputs that are %s", async (_, customInputs, pointer) => {
    expect((await errorsOf({ ...ANN, customInputs })).pointers).toEqual([pointer]);
  });

  it("in customInputs that have answers of the booker", async () => {
    const { pointers } = await errorsOf({ customInputs: { ...ANN, email: "ann" } });
    expect(pointers).toEqual(["#/customInputs/email"]);
  });

  it("in customInputs as a whole", async () => {
    const { pointers } = await errorsOf({ ...ANN, customInputs: { [`x${"y".repeat(200)}`]: 1 } });
    expect(pointers).toEqual(["#/customInputs"]);
  });
});

it("the errors of a body without any answers name the fields of the present form", async () => {
  expect((await errorsOf({})).pointers).toEqual(["#/responses/name", "#/responses/email"]);
});

it("the errors of the present form name the fields in `responses`", async () => {
  const { pointers } = await errorsOf({ responses: { ...ANN, email: "ann" }, email: 7 });
  expect(pointers).toEqual(["#/responses/email"]);
});
