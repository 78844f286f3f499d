import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { openApiDocument } from "#infra/documents/openapi.ts";
import { schemaNames } from "#infra/documents/schema-names.ts";
import { gatewayDocument } from "#infra/gateway/document.ts";
import { loadRegistry, type Registry } from "#infra/registry.ts";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import { samplePayload } from "#lib/delivery/deliveries/send-test.ts";
import { API_VERSION } from "#lib/entry/http/version.ts";
import { SOURCED_TRIGGERS } from "#lib/storage/outbox/triggers.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { API_DOCUMENT, pointerTo, violations } from "#test/support/documents/api-document.ts";

const Operation = z.looseObject({
  operationId: z.string(),
  "x-aliases": z.array(z.string()).default([]),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

describe("the OpenAPI document of the service", () => {
  let registry: Registry;
  let document: z.output<typeof Document>;

  beforeAll(async () => {
    registry = await loadRegistry();
    document = Document.parse(
      openApiDocument(registry, await schemaNames(), { version: "", description: "", license: "" }),
    );
  });

  it("has the paths and methods of the gateway", () => {
    const gateway = gatewayDocument(registry, {
      name: "",
      invocationUri: () => "",
      invocationRole: () => "",
    });
    const isEndpointMethod = (method: string) =>
      !["head", "options", "x-amazon-apigateway-any-method"].includes(method);
    const gatewayOperations = Object.entries(gateway.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter(isEndpointMethod)
        .map((method) => `${method} ${path}`),
    );
    const documentOperations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => [
        `${method} ${path}`,
        ...operation["x-aliases"].map((route) => route.replace(/^\w+/, (name) => name.toLowerCase())),
      ]),
    );
    expect(documentOperations.toSorted()).toEqual(gatewayOperations.toSorted());
  });

  it("has the version that every response states", () => {
    expect(API_DOCUMENT).toMatchObject({ info: { version: API_VERSION } });
  });

  it("has a unique id for every operation", () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("contains everything it refers to, and no unused schemas", () => {
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

  it("match their schemas", () => {
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

  it("are requests that endpoints accept", async () => {
    const { endpoints } = await loadRegistry();
    for (const { spec } of endpoints) {
      const operation = operations.find((one) => one.operation.operationId === spec.id)?.operation;
      const { success, data } = Sent.safeParse(operation);
      if (!success) continue;
      const body = spec.input.body ?? spec.input.options;
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

  it("are all events of the service", () => {
    expect(Object.keys(webhooks).toSorted()).toEqual(SOURCED_TRIGGERS.toSorted());
  });

  it.each(SOURCED_TRIGGERS)("have an example and a payload that match their schema: %s", (trigger) => {
    const example = webhooks[trigger]?.post.requestBody.content["application/json"].example;
    expect(violations(schemaOf(trigger), example)).toEqual([]);
    const booking = storedBooking();
    const payload = trigger.startsWith("CALENDAR_")
      ? payloadIn({ payload: JSON.parse(samplePayload(trigger, booking.user)) })
      : bookingPayload(trigger, booking, { rescheduledFrom: booking, attendee: booking.attendees[0] });
    const body = { triggerEvent: trigger, createdAt: booking.createdAt, payload };
    const sent = trigger.startsWith("MEETING_") ? { ...body, ...payload } : body;
    expect(violations(schemaOf(trigger), sent)).toEqual([]);
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(payloadIn(example)).toSorted());
  });
});

const payloadIn = (example: unknown): object =>
  z.object({ payload: z.looseObject({}) }).parse(example).payload;

function stepInto(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
}
