import { describe, expect, it } from "vitest";
import { handler as cancelling } from "#functions/bookings/cancel.ts";
import { handler as getting } from "#functions/bookings/get.ts";
import { handler as updating } from "#functions/bookings/update.ts";
import { entityTag, parseIfMatch } from "#lib/entry/http/precondition.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { type EndpointHandler, invoke } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

async function setUp() {
  const host = await makeHost();
  const { id } = await book(host, await makeEventType(host), { start: "2030-03-04T09:00:00Z" });
  const call = (handler: EndpointHandler, headers: Record<string, string>, body?: object) =>
    invoke(handler, {
      caller: host,
      path: { id: String(id) },
      headers: { "Content-Type": "application/json", ...headers },
      ...(body && { body }),
    });
  const tag = async () => (await call(getting, {})).headers["ETag"] ?? "";
  return { call, tag };
}

describe("the entity tag of a resource", () => {
  it("changes only if the resource changes", async () => {
    const { call, tag } = await setUp();
    const before = await tag();
    expect(before).toMatch(/^"\d+\.[\w-]{22}"$/);
    expect(await tag()).toBe(before);
    const { headers } = await call(updating, {}, { title: "Another" });
    expect(headers["ETag"]).not.toBe(before);
    expect(await tag()).toBe(headers["ETag"]);
  });

  it("saves a client that has it the body", async () => {
    const { call, tag } = await setUp();
    const current = await tag();
    for (const list of [current, `W/${current}`, `"other", ${current}`, "*"]) {
      const { status, text, headers } = await call(getting, { "If-None-Match": list });
      expect([status, text, headers["ETag"]]).toEqual([304, "", current]);
    }
    expect((await call(getting, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("allows a change only if it is current", async () => {
    const { call, tag } = await setUp();
    const first = await tag();
    const changed = await call(updating, { "If-Match": `"999.x", ${first}` }, { title: "By tag" });
    expect(changed.status).toBe(200);
    for (const [handler, body] of [
      [updating, { title: "Late" }],
      [updating, { status: "PENDING" }],
      [cancelling, undefined],
    ] as const) {
      const { status, json } = await call(handler, { "If-Match": first }, body);
      expect([status, json["code"]]).toEqual([412, "precondition_failed"]);
    }
    expect((await call(getting, {})).json).toMatchObject({
      booking: { title: "By tag", status: "ACCEPTED" },
    });
    expect((await call(cancelling, { "if-match": "*" })).status).toBe(200);
  });

  it("allows a change with the tag of another representation of the same version", () => {
    const [full, redacted] = ['{"secret":"s"}', '{"secret":null}'].map((text) =>
      entityTag({ version: 3 }, text),
    );
    expect(full).not.toBe(redacted);
    for (const text of [full, redacted])
      expect(parseIfMatch({ headers: { "if-match": text ?? "" } }).ifMatch).toEqual([3]);
  });

  it("allows one of several concurrent changes with the same tag", async () => {
    const { call, tag } = await setUp();
    const current = await tag();
    const changes = Array.from({ length: 10 }, (_, at) =>
      call(updating, { "If-Match": current }, { title: `No. ${at}` }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  it("matches nothing if it is weak or not of this service", () => {
    const ifMatch = (text: string) => parseIfMatch({ headers: { "if-match": text } }).ifMatch;
    expect(['W/"3.a"', '"abc"', '"3"', "3.a", ""].map(ifMatch)).toEqual([[], [], [], [], []]);
    expect([ifMatch('"3.a", "4.b"'), ifMatch(" * ")]).toEqual([[3, 4], undefined]);
  });
});
