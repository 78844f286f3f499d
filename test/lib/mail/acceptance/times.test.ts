import { expect, test } from "vitest";
import * as z from "zod";
import { MAIL_LANGUAGES, type MailLanguage, SENTENCES } from "#lib/mail/content/sentences.ts";
import { utcOffsetMinutes } from "#lib/platform/utc-offset.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";
import { readInPython } from "#test/support/command-line/read-in-python.ts";
import { readTime } from "#test/support/texts/read-time.ts";

const { clock, settle } = useMails();

const MESSAGE = `${import.meta.dirname}/../message.py`;
const Message = z.object({ subject: z.string(), text: z.string(), html: z.string() });

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const LENGTH = 30 * MINUTE;

/** Zones whose clocks change at different times of the day and year, by half an hour, an hour or two, and some whose clocks don't. */
const ZONES = [
  ...["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage"],
  ...["America/Adak", "America/Halifax", "America/St_Johns", "America/Havana", "America/Santiago"],
  ...["America/Miquelon", "America/Nuuk", "America/Tijuana", "America/Thule", "America/Scoresbysund"],
  ...["Atlantic/Azores", "Atlantic/Madeira", "Atlantic/Bermuda", "Atlantic/Faroe", "Atlantic/Canary"],
  ...["Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Paris", "Europe/Berlin", "Europe/Madrid"],
  ...["Europe/Athens", "Europe/Helsinki", "Europe/Chisinau", "Africa/Cairo", "Africa/Casablanca"],
  ...["Africa/El_Aaiun", "Africa/Ceuta", "Asia/Beirut", "Asia/Jerusalem", "Asia/Gaza", "Asia/Nicosia"],
  ...["Australia/Sydney", "Australia/Adelaide", "Australia/Lord_Howe", "Australia/Hobart"],
  ...["Pacific/Auckland", "Pacific/Chatham", "Pacific/Easter", "Pacific/Norfolk", "Antarctica/Troll"],
  ...["Asia/Kolkata", "Asia/Kathmandu", "Pacific/Marquesas", "UTC"],
];

/** The first two changes of a zone's clock after some days; without changes, two instants. */
function changesOf(timeZone: string): number[] {
  const from = clock.now() + 3 * DAY;
  const offset = (at: number) => utcOffsetMinutes(timeZone, at);
  const days = Array.from({ length: 366 }, (_, day) => from + day * DAY);
  const halfHours = (day: number) => Array.from({ length: 48 }, (_, at) => day + (at + 1) * 30 * MINUTE);
  const changes = days
    .filter((day) => offset(day) !== offset(day + DAY))
    .flatMap((day) => halfHours(day).filter((at) => offset(at - 1) !== offset(at)));
  return changes.length >= 2 ? changes.slice(0, 2) : [from, from + 180 * DAY];
}

/** Starts around a change, in minutes: the meeting ends with the change, crosses it, begins with it or is after it. */
const STARTS = [-30, -15, 0, 30];

/** The text of HTML as a mail client displays it: no title, no tags. */
const textOf = (html: string): string => html.replace(/<title>.*?<\/title>/s, "").replace(/<[^>]*>/g, "\n");

/** The text that is about the time, and how many clock times the others have. */
function timesIn(body: string): { when: string; others: number } {
  const lines = body.split("\n").filter((line) => /\d:\d\d/.test(line));
  const [when = "", ...others] = lines;
  return { when, others: others.length };
}

test("the booking's time in a mail is that instant, for a person in any of 50 zones, in each language, around both changes of the clock", async () => {
  const expected = new Map<string, { start: number; timeZone: string; language: MailLanguage }>();
  for (const [zoneAt, timeZone] of ZONES.entries())
    for (const [at, minutes] of STARTS.entries()) {
      const host = await makeHost();
      const eventType = await makeEventType(host);
      for (const [changeAt, change] of changesOf(timeZone).entries()) {
        const start = change + minutes * MINUTE;
        const email = `guest-${zoneAt}-${changeAt}-${at}@example.com`;
        const language = MAIL_LANGUAGES[(at + changeAt + zoneAt) % MAIL_LANGUAGES.length] ?? "en";
        const { status } = await create(host, eventType.id, {
          ...{ start: new Date(start).toISOString(), timeZone, language, responses: { name: "Ann", email } },
        });
        expect(status).toBe(200);
        expected.set(email, { start, timeZone, language });
      }
    }
  const { messages, service } = mailService();
  await settle(service);
  const toGuests = messages.filter(({ to }) => expected.has(to));
  expect(toGuests).toHaveLength(50 * 2 * STARTS.length);
  const read = readInPython(
    MESSAGE,
    toGuests.map(({ raw }) => raw.toString("base64")),
    Message,
  );
  for (const [at, { subject, text, html }] of read.entries()) {
    const { start = 0, timeZone = "", language = "en" } = expected.get(toGuests[at]?.to ?? "") ?? {};
    for (const body of [text, textOf(html)]) {
      const { when, others } = timesIn(body);
      expect({ when, others, ...readTime(when) }).toEqual({
        ...{ when, others: 0, zones: [timeZone] },
        instants: [start, start + LENGTH],
      });
    }
    expect(subject.startsWith(`${SENTENCES[language].subjects.confirmed}: `)).toBe(true);
    expect({ subject, instants: readTime(subject).instants }).toEqual({ subject, instants: [start] });
  }
}, 120_000);
