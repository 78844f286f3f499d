import { expect, test } from "vitest";
import * as z from "zod";
import { seedDemo } from "#infra/cli/demo.ts";
import type { Caller } from "#lib/caller.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { targetOf } from "#test/support/command-line/command-line.ts";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();

const Operation = z.object({
  requestBody: z.object({ content: z.object({ "application/json": z.object({ example: z.unknown() }) }) }),
});
const Parameters = z.object({
  parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })),
});

test("the samples of the docs page work for Alice of the demo", async () => {
  const { users } = await seedDemo(targetOf(aws().url));
  const alice: Caller = { userId: users.alice.id, role: "USER", scopes: "all", credentialId: "key-1" };
  const { requestBody } = Operation.parse(API_DOCUMENT.paths["/bookings"]?.["post"]);
  const body = requestBody.content["application/json"].example;
  const booked = await callEndpoint("bookings.create", alice, { body });
  expect(booked.status, booked.text).toBe(200);
  for (const [id, path] of [
    ["bookings.get", "/bookings/{id}"],
    ["event-types.get", "/event-types/{id}"],
    ["attendees.get", "/attendees/{id}"],
    ["payments.get", "/payments/{id}"],
    ["memberships.get", "/memberships/{key}"],
  ] as const) {
    const { parameters } = Parameters.parse(API_DOCUMENT.paths[path]?.["get"]);
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    const values = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
    const { status, text } = await callEndpoint(id, alice, { path: values });
    expect(status, `${path}: ${text}`).toBe(200);
  }
});
