import { beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
let host: Caller;
beforeEach(async () => {
  host = await makeHost();
});

const HOOK = { subscriberUrl: "https://example.com/hook", eventTriggers: ["BOOKING_CREATED"] };
const TEMPLATE = {
  fields: { payloadTemplate: '{"what": "{{title"}' },
  pointer: "#/payloadTemplate",
  message: '"payloadTemplate" has a "{{" without "}}" at character 11.',
};
const URL_WITH_TAG = {
  fields: { subscriberUrl: "https://example.com/{{title}}" },
  pointer: "#/subscriberUrl",
  message: '"subscriberUrl" must not contain "{{": only `payloadTemplate` has placeholders.',
};

describe.each([TEMPLATE, URL_WITH_TAG])("$fields", ({ fields, pointer, message }) => {
  const problem = [400, message, [expect.objectContaining({ pointer })]];

  test("is rejected by a create", async () => {
    const { status, json } = await callEndpoint("webhooks.create", host, { body: { ...HOOK, ...fields } });
    expect([status, json["detail"], json["errors"]]).toEqual(problem);
  });

  test("is rejected by an update", async () => {
    const { id } = await makeWebhook(host);
    const { status, json } = await callEndpoint("webhooks.update", host, { path: { id }, body: fields });
    expect([status, json["detail"], json["errors"]]).toEqual(problem);
  });
});

test("a template whose tags are closed is saved, and so is an empty one", async () => {
  const payloadTemplate = '{"what": "{{title}}", "who": {"name": "{{ attendees.0.name }}"}}';
  const created = await callEndpoint("webhooks.create", host, { body: { ...HOOK, payloadTemplate } });
  expect([created.status, created.json["webhook"]]).toEqual([
    200,
    expect.objectContaining({ payloadTemplate }),
  ]);
  const { id } = created.json["webhook"] as { id: string };
  const changed = await callEndpoint("webhooks.update", host, {
    path: { id },
    body: { payloadTemplate: "" },
  });
  expect(changed.json["webhook"]).toMatchObject({ payloadTemplate: null });
});
