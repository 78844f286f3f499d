import { afterEach, describe, expect, it } from "vitest";
import { EventTypeItem, EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { EmailItem } from "#lib/mail/emails/entity.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { storeWithout } from "#test/support/builders/store-without.ts";
import { cancel, change, create } from "#test/support/calls/booking-calls.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";
import { bookingLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { recreateTable } from "#test/support/table/recreate-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

const { clock, settle, pass } = useMails();
afterEach(recreateTable);

const { messages, service } = mailService();
afterEach(() => void messages.splice(0));

/** The mails that were stored, whether they were sent or not. */
const storedMails = async () => (await scanTable()).filter(({ entity }) => entity === EmailItem.name);

const ANN = { name: "Ann", email: "ann@example.com" };
const hoursAhead = (hours: number): string => new Date(clock.now() + hours * 3_600_000).toISOString();

/** Creates, moves, reschedules and cancels a booking by the API. Its reminder becomes due, and mails are sent after each step. */
async function changeBooking(host: Caller, eventTypeId: number, fields: object = {}): Promise<void> {
  const book = async (body: { start: string; rescheduleUid?: unknown }) => {
    const { status, json } = await create(host, eventTypeId, { ...body, responses: ANN });
    expect(status).toBe(200);
    await settle(service);
    return json;
  };
  const { id, uid } = await book({ start: hoursAhead(2), ...fields });
  expect((await change(host, id, { start: hoursAhead(3) })).status).toBe(200);
  await settle(service);
  const { id: replacement } = await book({ start: hoursAhead(4), rescheduleUid: uid });
  await pass(3.2 * 3_600, service, 600);
  await settle(service);
  expect((await cancel(host, replacement)).status).toBe(200);
  await settle(service);
}

async function expectNoMails(): Promise<void> {
  expect(messages).toEqual([]);
  expect(await storedMails()).toEqual([]);
}

describe("the steps of a booking", () => {
  const STEPS = ["confirmed", "rescheduled", "rescheduled", "reminder", "cancelled"];

  it("each have a mail to its guest and host", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host, { reminders: [60] });
    await changeBooking(host, id);
    const kinds = (await storedMails()).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual([...STEPS, ...STEPS].sort());
    expect(messages).toHaveLength(kinds.length);
  });

  it("have no mail if it was created with `sendEmails: false`, also after it was replaced", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host, { reminders: [60] });
    await changeBooking(host, id, { sendEmails: false });
    await expectNoMails();
  });

  it("have no mail if an earlier version stored the event type", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host);
    const added = ["sendEmails", "reminders"];
    await storeWithout(EventTypeItem, { id }, added);
    await storeWithout(EventTypeOfUser, { userId: host.userId, id }, added);
    await changeBooking(host, id);
    await expectNoMails();
  });
});

it("an import of 100 bookings sends no mail, although their event type does", async () => {
  const hostId = 1;
  expect((await importLines([userLine(hostId), eventTypeLine(1, hostId)])).rejectedLines).toEqual([]);
  await updateEventType(OPERATOR, { id: 1 }, { sendEmails: true, reminders: [60] });
  const lines = Array.from({ length: 100 }, (_, index) =>
    bookingLine({
      ...{ id: 100 + index, userId: hostId, eventTypeId: 1 },
      start: Date.parse(hoursAhead(index + 2)),
    }),
  );
  const { result, rejectedLines } = await importLines(lines);
  expect(rejectedLines).toEqual([]);
  expect(result.counts["booking"]).toMatchObject({ imported: 100 });
  await settle(service);
  await pass(3 * 3_600, service, 600);
  await settle(service);
  await expectNoMails();
});
