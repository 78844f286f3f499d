import { beforeEach, describe, expect, it } from "vitest";
import { handler as book } from "#functions/bookings/create.ts";
import { handler as create } from "#functions/event-types/create.ts";
import { handler as get } from "#functions/event-types/get.ts";
import { handler as update } from "#functions/event-types/update.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

let caller: Caller;
beforeEach(async () => {
  caller = await makeHost();
});

const post = (bookingFields: unknown) =>
  invoke(create, { caller, body: { title: "Intro", length: 30, bookingFields } });
const stored = (json: Record<string, unknown>): unknown =>
  (json["event_type"] as { bookingFields: unknown } | undefined)?.bookingFields;

describe("the questions of a client of Cal.com's API v1", () => {
  it.each([
    [[{ name: "name", type: "name", required: true }], []],
    [
      [{ name: "phone", type: "phone", label: "Phone", placeholder: "+1", required: true }],
      [{ name: "phone", type: "phone", label: "Phone", required: true, hidden: false, options: [] }],
    ],
    [
      [
        {
          ...{ name: "size", type: "select", label: "Size", required: true },
          options: [{ label: "Small", value: "s" }],
        },
      ],
      [{ name: "size", type: "select", label: "Size", required: true, hidden: false, options: ["s"] }],
    ],
  ])("are accepted: %j", async (bookingFields, expected) => {
    const { status, text, json } = await post(bookingFields);
    expect([status, stored(json)], text).toEqual([200, expected]);
    expect(json["warnings"]).toHaveLength(1);
  });

  it.each([
    ...[
      ["name", "text"],
      ["text", "text"],
      ["textarea", "textarea"],
      ["number", "number"],
      ["email", "email"],
      ["phone", "phone"],
      ["address", "text"],
      ["url", "url"],
      ["multiemail", "multiselect"],
      ["select", "select"],
      ["multiselect", "multiselect"],
      ["checkbox", "multiselect"],
      ["radio", "select"],
      ["radioInput", "text"],
      ["boolean", "boolean"],
    ],
  ])("of the type %s become %s, without a warning", async (type, expected) => {
    const { status, json } = await post([{ name: "question", type }]);
    expect([status, stored(json)]).toEqual([
      200,
      [expect.objectContaining({ name: "question", type: expected })],
    ]);
    expect(json).not.toHaveProperty("warnings");
  });

  it("are ignored if every form contains them, with a warning, also in an update", async () => {
    const bookingFields = [
      { name: "email", type: "email", required: false, editable: "system-but-optional" },
      { name: "topic", type: "text" },
      { name: "title", type: "text", required: true, hidden: true },
      { name: "location", type: "radioInput", optionsInputs: {}, getOptionsAt: "locations" },
    ];
    const created = await post(bookingFields);
    const { id } = created.json["event_type"] as { id: number };
    const path = { id: String(id) };
    const updated = await invoke(update, { caller, path, body: { bookingFields } });
    for (const { status, json } of [created, updated]) {
      expect([status, stored(json)]).toEqual([200, [expect.objectContaining({ name: "topic" })]]);
      expect(json["warnings"]).toEqual(
        [0, 2, 3].map((at) => ({
          pointer: `#/bookingFields/${at}`,
          message: `"bookingFields.${at}" is ignored: every booking has a field of this name.`,
        })),
      );
    }
    expect(stored((await invoke(get, { caller, path })).json)).toEqual(stored(updated.json));
  });

  it("have warnings about members without an effect, and about labels that are not kept", async () => {
    const options = [{ label: "Red", value: "red" }, { value: "blue" }, "green"];
    const { json } = await post([
      { name: "a", type: "radio", options, placeholder: "x", views: [{ id: "booking" }] },
      { name: "b", type: "checkbox", options: [{ label: "x", value: "x" }] },
    ]);
    expect(stored(json)).toMatchObject([{ options: ["red", "blue", "green"] }, { options: ["x"] }]);
    expect(json["warnings"]).toEqual([
      {
        pointer: "#/bookingFields/0/options",
        message: "The labels of options are ignored: an answer is the `value` of an option.",
      },
      {
        pointer: "#/bookingFields/0/placeholder",
        message: '"bookingFields.0.placeholder" is ignored: there are no booking pages.',
      },
      expect.objectContaining({ pointer: "#/bookingFields/0/views" }),
    ]);
    expect(JSON.stringify(json["event_type"])).not.toContain("placeholder");
  });

  it("are answered with the values of options", async () => {
    const options = [
      { label: "Red", value: "red" },
      { label: "Blue", value: "blue" },
    ];
    const { json } = await post([
      { name: "color", type: "radio", options, required: true },
      { name: "colors", type: "checkbox", options },
      { name: "others", type: "multiemail" },
    ]);
    const { id } = json["event_type"] as { id: number };
    const send = (answers: object, day: string) =>
      invoke(book, {
        caller,
        body: {
          ...{ eventTypeId: id, start: `2031-03-${day}T09:00:00Z` },
          responses: { name: "Ann", email: "ann@example.com", ...answers },
        },
      });
    const valid = { color: "red", colors: ["red", "blue"], others: ["cy@example.com"] };
    const booked = await send(valid, "03");
    expect([booked.status, booked.json["responses"]]).toEqual([200, expect.objectContaining(valid)]);
    const byLabel = await send({ color: "Red" }, "04");
    expect([byLabel.status, byLabel.json["detail"]]).toEqual([
      400,
      '"color" must be one of the options: red, blue.',
    ]);
    const other = await send({ color: "red", others: "cy@example.com" }, "05");
    expect(other.json["detail"]).toBe('"others" must be a list of texts.');
  });

  it.each([
    ["#/bookingFields/0/colour", { colour: "red" }],
    ["#/bookingFields/0/type", { type: "color" }],
    ["#/bookingFields/0/options/0/value", { type: "select", options: [{ label: "Small" }] }],
    ["#/bookingFields/0/options/0", { type: "select", options: [5] }],
    ["#/bookingFields/0/name", { name: "two words" }],
  ])("are rejected with an invalid %s", async (pointer, fields) => {
    const { status, json } = await post([{ name: "a", type: "text", ...fields }]);
    expect([status, json["errors"]]).toEqual([400, [expect.objectContaining({ pointer })]]);
  });

  it("are rejected if two have the same name, unless they are ignored", async () => {
    const [size, email] = [
      { name: "size", type: "text" },
      { name: "email", type: "email" },
    ];
    const pointer = "#/bookingFields/2/name";
    const same = { status: 400, json: { errors: [{ pointer, message: expect.stringContaining("size") }] } };
    expect(await post([size, email, { ...size, type: "number" }])).toMatchObject(same);
    const created = await post([size, email, email, { ...size, name: "Size" }]);
    expect(created.status, created.text).toBe(200);
    const path = { id: String((created.json["event_type"] as { id: number }).id) };
    const bookingFields = [size, email, size];
    expect(await invoke(update, { caller, path, body: { bookingFields } })).toMatchObject(same);
  });
});
