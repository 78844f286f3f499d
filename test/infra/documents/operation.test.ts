import { describe, expect, it } from "vitest";
import * as z from "zod";
import { openApiDocument } from "#infra/documents/openapi.ts";
import type { Registry } from "#infra/registry.ts";
import { endpointSpec, registryOf } from "#test/support/calls/specs.ts";

const about = { version: "1.0.0", description: "A service", license: "MIT" };
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
const documentOf = (registry: Registry, names = new Map<z.ZodType, string>()) =>
  Document.parse(openApiDocument(registry, names, about));

describe("an operation", () => {
  const Part = z.object({ size: z.int().default(1) });
  const Thing = z.object({ id: z.int(), part: Part });
  const names = new Map<z.ZodType, string>([
    [Part, "Part"],
    [Thing, "Thing"],
  ]);
  const document = documentOf(
    registryOf(
      endpointSpec({
        input: {
          path: z.object({
            id: z.union([
              z.int().min(0),
              z
                .string()
                .regex(/^\d{1,15}$/)
                .transform(Number),
            ]),
          }),
          query: z.object({ take: z.int().optional() }),
        },
        response: z.object({ thing: Thing }),
        failures: ["not_found"],
      }),
      endpointSpec({
        id: "things.create",
        route: "POST /things",
        input: { body: Part },
        response: Thing,
        scopes: "public",
      }),
    ),
    names,
  );

  it("has no examples for optional headers, which the docs page would send", () => {
    const { parameters } = z
      .object({ parameters: z.record(z.string(), z.looseObject({ in: z.string() })) })
      .parse(document.components);
    const headers = Object.values(parameters).filter((parameter) => parameter.in === "header");
    expect(headers).not.toHaveLength(0);
    expect(headers.filter((header) => "example" in header || "examples" in header)).toEqual([]);
  });

  it("lists its parameters one by one, ids as numbers", () => {
    expect(document.paths["/things/{id}"]?.["get"]?.["parameters"]).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 0 }, example: 1 },
      { name: "take", in: "query", required: false, schema: { type: "integer" } },
      { $ref: "#/components/parameters/IfNoneMatch" },
    ]);
  });

  it("refers to the input form of a schema in its request", () => {
    expect(document.paths["/things"]?.["post"]).toMatchObject({
      requestBody: {
        content: { "application/json": { schema: { $ref: "#/components/schemas/PartInput" } } },
      },
    });
    expect(document.components.schemas).toMatchObject({
      Part: { required: ["size"] },
      PartInput: { properties: { size: { default: 1 } } },
    });
    expect(document.components.schemas["PartInput"]).not.toHaveProperty("required");
  });

  it("is deprecated at the path of an alias, with a link to the main path", () => {
    const spec = endpointSpec({ route: "GET /things", aliases: ["GET /stuff"] });
    const { paths } = documentOf(registryOf(spec));
    expect(paths["/stuff"]?.["get"]).toMatchObject({
      operationId: `${spec.id}.alias1`,
      deprecated: true,
      description: "Alias of `GET /things`. Use that path instead.",
    });
    expect(paths["/things"]?.["get"]).not.toHaveProperty("deprecated");
  });

  it("of a page appears only at its main path", () => {
    const routes = { route: "GET /page", aliases: ["GET /form"] } as const;
    const { paths } = documentOf(registryOf(endpointSpec({ ...routes, protocol: "page" })));
    expect(Object.keys(paths)).toEqual(["/page"]);
    expect(paths["/page"]?.["get"]?.["x-aliases"]).toEqual(["GET /form"]);
  });

  it("lists its failures and its credentials", () => {
    expect(document.paths["/things/{id}"]?.["get"]).toMatchObject({
      security: expect.arrayContaining([{ oauth: ["READ_BOOKING"] }]),
      responses: { 404: { $ref: "#/components/responses/not_found" } },
    });
    expect(document.paths["/things"]?.["post"]).toMatchObject({ security: [] });
  });
});
