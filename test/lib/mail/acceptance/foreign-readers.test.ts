import ICAL from "ical.js";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useMails } from "#test/support/cloud/mails.ts";
import { readInPython } from "#test/support/command-line/read-in-python.ts";
import { startPythonSmtpServer } from "#test/support/network/python-smtp-server.ts";

const { settle, clock } = useMails();

beforeEach(() => {
  vi.stubEnv("MAIL_FROM", "Example <bookings@example.com>");
  vi.stubEnv("SERVICE_URL", "https://api.example.com/v1");
});

const MESSAGE = `${import.meta.dirname}/../message.py`;
const WRITTEN_CALENDARS = `${import.meta.dirname}/../../calendar/written-calendars.py`;
const GUESTS = ["ann@example.com", "bea@example.com"];
const RESPONSES = { name: "Ann", email: GUESTS[0], guests: GUESTS.slice(1) };

const Message = z.object({
  ...{ defects: z.array(z.string()), types: z.array(z.string()), method: z.string() },
  ...{ calendar: z.string(), files: z.array(z.tuple([z.string(), z.string()])) },
});
const FoundEvent = z.object({
  ...{ uid: z.string(), sequence: z.int(), method: z.string(), start: z.int(), end: z.int() },
  ...{ status: z.string(), errors: z.array(z.string()) },
});
type FoundEvent = z.output<typeof FoundEvent>;

function readInIcalJs(text: string): FoundEvent {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) throw new Error("an invitation without an event");
  const { uid, sequence, startDate, endDate } = new ICAL.Event(component);
  return {
    ...{ uid, sequence, method: String(calendar.getFirstPropertyValue("method")) },
    ...{ start: startDate.toUnixTime(), end: endDate.toUnixTime() },
    ...{ status: String(component.getFirstPropertyValue("status")), errors: [] },
  };
}

/** The event of a calendar part, as each of `icalendar`, `vobject` and ical.js finds it. */
const readCalendars = (texts: readonly string[]): FoundEvent[][] =>
  readInPython(WRITTEN_CALENDARS, texts, z.tuple([FoundEvent, FoundEvent])).map((found, index) => [
    ...found,
    readInIcalJs(texts[index] ?? ""),
  ]);

it.each(["America/New_York", "Asia/Kolkata", "UTC"])(
  "a booking of a guest in %s is created, moved, rescheduled and cancelled: a foreign server gets one mail for each person and step, which foreign libraries read",
  async (timeZone) => {
    const { port, mails } = await startPythonSmtpServer();
    vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const people = [...GUESTS, `host${host.userId}@example.com`];
    const uids = new Set<string>();
    let lastSequence = -1;

    /** Sends the mails of a step, and requires that all readers find the booking in each of them. */
    const step = async (method: string, start: string): Promise<void> => {
      await settle();
      await expect.poll(() => mails.length).toBeGreaterThanOrEqual(people.length);
      const received = mails.splice(0);
      expect(received.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
      const messages = readInPython(
        MESSAGE,
        received.map(({ raw }) => raw),
        Message,
      );
      for (const { defects, types, method: found, calendar, files } of messages) {
        expect({ defects, types, found }).toEqual({
          ...{ defects: [], found: method },
          types: ["text/plain", "text/html", "text/calendar"],
        });
        expect(files.map(([name]) => name)).toEqual(["invite.ics"]);
        expect(calendar).toContain(`METHOD:${method}`);
      }
      const events = readCalendars(messages.map(({ calendar }) => calendar)).flat();
      expect(events).toHaveLength(3 * people.length);
      const [first] = events;
      for (const { uid, ...event } of events) {
        uids.add(uid);
        expect(event).toEqual({
          ...{ method, sequence: first?.sequence, errors: [] },
          ...{ start: Date.parse(start) / 1_000, end: Date.parse(start) / 1_000 + 1_800 },
          status: method === "CANCEL" ? "CANCELLED" : "CONFIRMED",
        });
      }
      expect(first?.sequence).toBeGreaterThan(lastSequence);
      lastSequence = first?.sequence ?? -1;
      clock.advance(1);
    };

    const book = async (fields: { start: string; rescheduleUid?: unknown }) => {
      const body = bookingRequest(eventType.id, { timeZone, responses: RESPONSES, ...fields });
      const { status, json } = await callEndpoint("bookings.create", host, { body });
      expect(status).toBe(200);
      return json;
    };
    const { id, uid } = await book({ start: at(9) });
    await step("REQUEST", at(9));
    expect((await change(host, id, { start: at(10) })).status).toBe(200);
    await step("REQUEST", at(10));
    const replacement = await book({ start: at(12), rescheduleUid: uid });
    await step("REQUEST", at(12));
    expect((await cancel(host, replacement["id"])).status).toBe(200);
    await step("CANCEL", at(12));
    expect(uids.size).toBe(1);
    expect(mails).toEqual([]);
  },
);
