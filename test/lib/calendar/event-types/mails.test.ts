import { expect, it } from "vitest";
import * as z from "zod";
import { EventTypeItem, EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { storeWithout } from "#test/support/builders/store-without.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { HandlerResponse } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const create = (host: Caller, fields: object = {}) =>
  callEndpoint("event-types.create", host, { body: { title: "Call", length: 30, ...fields } });
const idIn = ({ json }: HandlerResponse): number =>
  z.object({ event_type: z.object({ id: z.int() }) }).parse(json).event_type.id;
const answers = (fields: object) => ({ status: 200, json: { event_type: fields } });

it("an event type sends mails to everybody, without reminders, unless it says otherwise", async () => {
  const host = await makeHost();
  expect(await create(host)).toMatchObject(answers({ sendEmails: true, reminders: [] }));
  const fields = { sendEmails: { attendees: true, hosts: false }, reminders: [60, 1_440] };
  const created = await create(host, { slug: "talk", ...fields });
  expect(created).toMatchObject(answers(fields));
  const path = { id: String(idIn(created)) };
  const body = { sendEmails: false, reminders: [5] };
  expect(await callEndpoint("event-types.update", host, { path, body })).toMatchObject(answers(body));
  expect(await callEndpoint("event-types.get", host, { path })).toMatchObject(answers(body));
  const renamed = await callEndpoint("event-types.update", host, { path, body: { title: "Talk" } });
  expect(renamed).toMatchObject(answers(body));
});

it("an event type of an earlier version sends no mails, also after a change", async () => {
  const host = await makeHost();
  const id = idIn(await create(host, { reminders: [60] }));
  const added = ["sendEmails", "reminders"];
  await storeWithout(EventTypeItem, { id }, added);
  await storeWithout(EventTypeOfUser, { userId: host.userId, id }, added);
  const path = { id: String(id) };
  const off = answers({ sendEmails: false, reminders: [] });
  expect(await callEndpoint("event-types.get", host, { path })).toMatchObject(off);
  const body = { title: "Talk" };
  expect(await callEndpoint("event-types.update", host, { path, body })).toMatchObject(off);
});
