import { describe, expect, it } from "vitest";
import * as z from "zod";
import { renderResponse } from "#lib/entry/http/render-response.ts";

const response = z.object({
  message: z.string().optional(),
  thing: z.object({ id: z.int(), name: z.string() }),
});
const render = (reply: object) => renderResponse({ response }, reply);
const thing = { name: "Lamp", id: 1 };

describe("a rendered response", () => {
  it("has the fields of its schema, in the order of the schema", () => {
    const { body } = render({ thing: { ...thing, secret: "s" }, secret: "s", message: "Done." });
    expect(body).toBe('{"message":"Done.","thing":{"id":1,"name":"Lamp"}}');
  });

  it("has the same representation as a read if a write adds a message", () => {
    expect(render({ thing, message: "Done." }).representation).toBe(render({ thing }).body);
  });

  it("has all fields if it is computed", () => {
    const { body } = renderResponse({ response, computed: true }, { more: 1 });
    expect(body).toBe('{"more":1}');
  });
});
