import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { openApiDocument } from "#infra/documents/openapi.ts";
import { schemaNames } from "#infra/documents/schema-names.ts";
import { gatewayDocument } from "#infra/gateway/document.ts";
import { loadRegistry, type Registry } from "#infra/registry.ts";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import { SOURCED_TRIGGERS } from "#lib/events/triggers.ts";
import { API_VERSION } from "#lib/http/version.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { endpointSpec, registryOf } from "#test/support/calls/specs.ts";
import { API_DOCUMENT, pointerTo, violations } from "#test/support/documents/api-document.ts";

const about = { version: "1.0.0", description: "A service", license: "MIT" };
const Operation = z.looseObject({
  operationId: z.string(),
  "x-aliases": z.array(z.string()).default([]),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
const documentOf = (registry: Registry, names = new Map<z.ZodType, string>()) =>
  Document.parse(openApiDocument(registry, names, about));

describe("the OpenAPI document of the service", () => {
  let registry: Registry;
  let document: z.output<typeof Document>;

  beforeAll(async () => {
    registry = await loadRegistry();
    document = documentOf(registry, await schemaNames());
  });

  it("has the paths and methods the gateway has", () => {
    const made = gatewayDocument(registry, { name: "", invocationUri: () => "", invocationRole: () => "" });
    const isOwn = (method: string) => !["head", "options", "x-amazon-apigateway-any-method"].includes(method);
    const ofGateway = Object.entries(made.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter(isOwn)
        .map((method) => `${method} ${path}`),
    );
    const ofDocument = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => [
        `${method} ${path}`,
        ...operation["x-aliases"].map((route) => route.replace(/^\w+/, (name) => name.toLowerCase())),
      ]),
    );
    expect(ofDocument.toSorted()).toEqual(ofGateway.toSorted());
  });

  it("has the version every answer names", () => {
    expect(API_DOCUMENT).toMatchObject({ info: { version: API_VERSION } });
  });

  it("gives every operation an id of its own", () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("holds whatever it refers to, and no schema it does not", () => {
    const references: string[] = JSON.stringify(document).match(/(?<="\$ref":"#\/)[^"]+/g) ?? [];
    const dangling = references.filter((path) => path.split("/").reduce(stepInto, document) === undefined);
    expect(dangling).toEqual([]);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !references.includes(`components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe("the examples of the document", () => {
  const operations = Object.entries(API_DOCUMENT.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ at: pointerTo("paths", path, method), operation })),
  );
  const Example = z.object({ example: z.unknown() });
  const Sent = z.object({ requestBody: z.object({ content: z.record(z.string(), Example) }) });

  it("are as their schemas say", () => {
    const wrong = operations.flatMap(({ at, operation }) => {
      const { success, data } = z
        .object({ content: z.record(z.string(), Example) })
        .safeParse(operation.responses["200"]);
      return Object.entries(success ? data.content : {}).flatMap(([type, { example }]) =>
        violations(`${at}${pointerTo("responses", "200", "content", type, "schema")}`, example),
      );
    });
    expect(wrong).toEqual([]);
  });

  it("are requests that endpoints take", async () => {
    const { endpoints } = await loadRegistry();
    for (const { spec } of endpoints) {
      const operation = operations.find((one) => one.operation.operationId === spec.id)?.operation;
      const { success, data } = Sent.safeParse(operation);
      if (!success) continue;
      const body = spec.body ?? spec.options;
      for (const { example } of Object.values(data.requestBody.content))
        expect([spec.id, body?.safeParse(example).error]).toEqual([spec.id, undefined]);
    }
  });
});

describe("the events of the document", () => {
  const Event = z.object({
    post: z.object({
      requestBody: z.object({
        content: z.object({ "application/json": z.object({ example: z.unknown() }) }),
      }),
    }),
  });
  const webhooks = z.record(z.string(), Event).parse(API_DOCUMENT["webhooks"]);
  const schemaOf = (trigger: string) =>
    pointerTo("webhooks", trigger, "post", "requestBody", "content", "application/json", "schema");

  it("are all there are", () => {
    expect(Object.keys(webhooks).toSorted()).toEqual(SOURCED_TRIGGERS.toSorted());
  });

  it.each(SOURCED_TRIGGERS)("have an example and a body as declared: %s", (trigger) => {
    const example = webhooks[trigger]?.post.requestBody.content["application/json"].example;
    expect(violations(schemaOf(trigger), example)).toEqual([]);
    const booking = storedBooking();
    const payload = bookingPayload(trigger, booking, { rescheduledFrom: booking });
    const body = { triggerEvent: trigger, createdAt: booking.createdAt, payload };
    const sent = trigger.startsWith("MEETING_") ? { ...body, ...payload } : body;
    expect(violations(schemaOf(trigger), sent)).toEqual([]);
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(payloadIn(example)).toSorted());
  });
});

const payloadIn = (example: unknown): object =>
  z.object({ payload: z.looseObject({}) }).parse(example).payload;

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
        response: z.object({ thing: Thing }),
        failures: ["not_found"],
      }),
      endpointSpec({
        id: "things.create",
        route: "POST /things",
        body: Part,
        response: Thing,
        scopes: "public",
      }),
    ),
    names,
  );

  it("prefills no optional header, so that the docs page sends none unasked", () => {
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

  it("refers to what it is sent in the form it is sent", () => {
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

  it("is deprecated at the path of an alias, which names the main path", () => {
    const spec = endpointSpec({ route: "GET /things", aliases: ["GET /stuff"] });
    const { paths } = documentOf(registryOf(spec));
    expect(paths["/stuff"]?.["get"]).toMatchObject({
      operationId: `${spec.id}.alias1`,
      deprecated: true,
      description: "Alias of `GET /things`. Use that path instead.",
    });
    expect(paths["/things"]?.["get"]).not.toHaveProperty("deprecated");
  });

  it("of a page is not repeated at the paths of its aliases", () => {
    const routes = { route: "GET /page", aliases: ["GET /form"] } as const;
    const { paths } = documentOf(registryOf(endpointSpec({ ...routes, protocol: "page" })));
    expect(Object.keys(paths)).toEqual(["/page"]);
    expect(paths["/page"]?.["get"]?.["x-aliases"]).toEqual(["GET /form"]);
  });

  it("names its failures and its credentials", () => {
    expect(document.paths["/things/{id}"]?.["get"]).toMatchObject({
      security: expect.arrayContaining([{ oauth: ["READ_BOOKING"] }]),
      responses: { 404: { $ref: "#/components/responses/not_found" } },
    });
    expect(document.paths["/things"]?.["post"]).toMatchObject({ security: [] });
  });
});

function stepInto(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
}
