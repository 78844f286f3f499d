import { describe, expect, it } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { parseValue } from "#lib/entry/http/input.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

const Thing = z.strictObject({
  name: z.string(),
  "a/b~c": z.int().optional(),
  parts: z.array(z.strictObject({ weight: z.int() })).optional(),
});
const create = endpoint(
  {
    ...endpointSpec({ id: "things.create", route: "POST /things/{id}" }),
    input: {
      path: z.object({ id: z.string().regex(/^[\d_]+$/, "must be digits") }),
      query: z.object({
        take: z.union([z.string(), z.array(z.string())]).optional(),
        sort: z.enum(["up"]).optional(),
      }),
      body: Thing,
    },
    response: z.unknown(),
  },
  async ({ body, query }) => ({ body, query }),
);
const remove = endpoint(
  {
    ...endpointSpec({ id: "things.delete", route: "DELETE /things" }),
    input: { options: z.object({ reason: z.string().optional() }) },
    response: z.unknown(),
  },
  async ({ options }) => options,
);
const send = (parts: RequestParts = {}) =>
  invoke(create, { caller: OPERATOR, path: { id: "1" }, body: { name: "x" }, ...parts });
const JSON_TYPE = { "Content-Type": "application/json" };
const sendText = (body: string, headers: Record<string, string> = JSON_TYPE) => send({ body, headers });

describe("the input of an endpoint", () => {
  it("is rejected with a text about the body if the body is invalid", async () => {
    expect((await sendText("null")).json["detail"]).toBe("The body must be an object.");
  });

  it("names the required fields if there is no body", async () => {
    const { status, json } = await send({ body: undefined });
    expect([status, json["detail"]]).toEqual([400, '"name" is required.']);
    expect(json["errors"]).toEqual([expect.objectContaining({ pointer: "#/name", code: "required" })]);
  });

  it("names a field that a rule of the body requires as required, as any other", async () => {
    const schema = z.object({ either: z.int().optional() }).refine(({ either }) => either !== undefined, {
      path: ["either"],
      error: "is required",
    });
    expect(() => parseValue(schema, {})).toThrow(
      expect.objectContaining({
        errors: [{ pointer: "#/either", code: "required", message: '"either" is required.' }],
      }),
    );
  });

  it("is rejected with a pointer to every invalid field of every part", async () => {
    const body = { "a/b~c": "1", parts: [{ weight: 1 }, { weight: "2" }], colour: "red", "x y/z": 1 };
    const { status, json } = await send({ path: { id: "x" }, query: { sort: ["down"] }, body });
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    expect(json["errors"]).toEqual([
      expect.objectContaining({ pointer: "#/path/id" }),
      expect.objectContaining({ pointer: "#/query/sort" }),
      expect.objectContaining({ pointer: "#/name", code: "required" }),
      expect.objectContaining({ pointer: "#/a~1b~0c", code: "invalid_type" }),
      expect.objectContaining({ pointer: "#/parts/1/weight", code: "invalid_type" }),
      expect.objectContaining({ pointer: "#/colour", code: "unknown_field" }),
      expect.objectContaining({ pointer: "#/x%20y~1z", code: "unknown_field" }),
    ]);
  });

  it.each(["01", "00", "007", "1_02"])(
    "is 404 with the id %s, because ids have no leading zeros",
    async (id) => {
      const { status, json } = await send({ path: { id } });
      expect([status, json["code"]]).toEqual([404, "not_found"]);
    },
  );

  it.each(["0", "10", "1_20"])("may have the id %s", async (id) => {
    const { status } = await send({ path: { id } });
    expect(status).toBe(200);
  });

  it("is rejected with a sentence about the first invalid field and the number of further ones", async () => {
    const { json } = await send({ body: { name: 1, colour: "red" } });
    expect(json["detail"]).toBe('"name" must be text. (and 1 more in "errors")');
    expect(json["message"]).toBe(json["detail"]);
  });

  it("may have unknown query parameters, and repeated ones become a list", async () => {
    const { status, json } = await send({ query: { take: ["1", "2"], unknown: ["x"] } });
    expect(status).toBe(200);
    expect(json["query"]).toEqual({ take: ["1", "2"] });
  });

  it.each(["{", '{"name":"x"', "undefined", "{'name':'x'}", "[1,]", '"\u0000"', "\u{feff}{}"])(
    "is 400 if the body is not JSON: %j",
    async (body) => {
      const { status, json } = await sendText(body);
      expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    },
  );

  it.each(["null", "1", '"text"', "[]", "true"])("is 400 if the body is not an object: %s", async (body) => {
    const { status, json } = await sendText(body);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "is 415 if the content type is %j",
    async (type) => {
      const { status, json } = await sendText('{"name":"x"}', { "Content-Type": type });
      expect([status, json["code"]]).toEqual([415, "unsupported_media_type"]);
    },
  );

  it.each(["application/json; charset=utf-8", "application/merge-patch+json", "APPLICATION/JSON"])(
    "is parsed as JSON if the content type is %s",
    async (type) => {
      expect((await sendText('{"name":"x"}', { "Content-Type": type })).status).toBe(200);
    },
  );

  it.each(["content-type", "CONTENT-TYPE", "Content-type"])(
    "is parsed as JSON with the header name in any case: %s",
    async (name) => {
      expect((await sendText('{"name":"x"}', { [name]: "application/json" })).status).toBe(200);
    },
  );

  it("is decoded if the gateway encoded it", async () => {
    const body = Buffer.from('{"name":"é"}').toString("base64");
    expect((await send({ body, isBase64Encoded: true })).json).toMatchObject({ body: { name: "é" } });
  });

  it("is 413 above 256 KB, before it is parsed", async () => {
    const fits = JSON.stringify({ name: "x".repeat(262_144 - 11) });
    expect(Buffer.byteLength(fits)).toBe(262_144);
    expect((await sendText(fits)).status).toBe(200);
    for (const body of [`${fits} `, "{".repeat(262_145), "é".repeat(131_073)]) {
      const { status, json } = await sendText(body);
      expect([status, json["code"]]).toEqual([413, "payload_too_large"]);
    }
  });

  it.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])(
    "can not change a prototype with the key %s",
    async (key) => {
      const { status, json } = await sendText(`{"name":"x","${key}":{"isAdmin":true}}`);
      expect([status, json["code"]]).toEqual([400, "invalid_request"]);
      expect({}).not.toHaveProperty("isAdmin");
    },
  );
});

describe("the options of an endpoint", () => {
  const act = async (parts: RequestParts) => (await invoke(remove, { caller: OPERATOR, ...parts })).json;

  it("come from the query or from the body, which takes precedence", async () => {
    expect(await act({ query: { reason: ["ill"] } })).toEqual({ reason: "ill" });
    expect(await act({ body: { reason: "away" } })).toEqual({ reason: "away" });
    expect(await act({ query: { reason: ["ill"] }, body: { reason: "away" } })).toEqual({ reason: "away" });
    expect(await act({})).toEqual({});
  });

  it("are 400 if one is not a string, in the query or in the body", async () => {
    expect(await act({ query: { reason: ["a", "b"] } })).toMatchObject({ status: 400 });
    expect(await act({ body: { reason: 1 } })).toMatchObject({ status: 400 });
  });

  it("are named in errors where they were sent", async () => {
    const query = { reason: ["a", "b"] };
    expect(await act({ query })).toMatchObject({ errors: [{ pointer: "#/query/reason" }] });
    expect(await act({ query, body: { reason: 1 } })).toMatchObject({ errors: [{ pointer: "#/reason" }] });
  });
});
