import { describe, expect, it, test } from "vitest";
import { bookerOf, guestsOf, hostsOf, type MailBooking, type Recipient } from "#lib/mail/booking.ts";
import type { BookingMail } from "#lib/mail/content/content.ts";
import { type RenderedMail, renderMail } from "#lib/mail/content/render.ts";
import { languageOf, MailKind, SENTENCES } from "#lib/mail/content/sentences.ts";
import { mailBooking } from "#test/support/builders/mail-booking.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { HOSTILE_TEXTS } from "#test/support/texts/hostile-texts.ts";

const MANAGE = "https://api.example.com/v1/m/abc?a=1&b=2";
const personOf = (booking: MailBooking, role: "booker" | "guest" | "host"): Recipient => {
  const [, guest] = guestsOf(booking);
  const found = { booker: bookerOf(booking), guest, host: hostsOf(booking)[0] }[role];
  if (!found) throw new Error(`no ${role}`);
  return found;
};
const render = (
  booking: MailBooking,
  role: "booker" | "guest" | "host",
  {
    recipient = {},
    ...mail
  }: Partial<Omit<BookingMail, "recipient">> & { recipient?: Partial<Recipient> } = {},
): RenderedMail =>
  renderMail({
    ...{ kind: "confirmed", booking, links: { manage: MANAGE } },
    ...mail,
    recipient: { ...personOf(booking, role), ...recipient },
  });

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }));
/** The text that a reader of HTML displays. */
const textOf = (markup: string): string =>
  markup
    .replace(/<title>.*?<\/title>/s, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES.get(name) ?? "?")
    .replaceAll("\u200B", "");

test("a confirmation for a guest and the notification for the host", () => {
  const booking = mailBooking();
  expect(render(booking, "booker")).toMatchObject({
    subject: "Confirmed: Intro with Hanna Host, Wed, Jul 1, 2099, 4:00 AM (GMT-4)",
    text: `Your booking is confirmed.

What: Intro
When: Wednesday, July 1, 2099, 4:00 – 4:30 AM (America/New_York, GMT-4)
Host: Hanna Host
Guests: Ann van Dyke, bob@example.com
Notes: Bring tea

Reschedule or cancel: ${MANAGE}
`,
  });
  const links = { accept: "https://api.example.com/a", reject: "https://api.example.com/r" };
  expect(render(booking, "host", { kind: "requested", links })).toMatchObject({
    subject: "Anfrage: Intro mit Ann van Dyke, Mi., 1. Juli 2099, 10:00 (GMT+2)",
    text: `Sie haben eine neue Terminanfrage.

Was: Intro
Wann: Mittwoch, 1. Juli 2099, 10:00–10:30 Uhr (Europe/Zurich, GMT+2)
Gastgeber: Hanna Host
Gäste: Ann van Dyke, bob@example.com
Anmerkungen: Bring tea

Annehmen: https://api.example.com/a
Ablehnen: https://api.example.com/r
`,
  });
});

describe.each(Object.keys(SENTENCES) as (keyof typeof SENTENCES)[])("in %s", (locale) => {
  it.each(MailKind.options)("plain text and HTML of %s say the same", (kind) => {
    const changes = { cancellationReason: "I am ill & sorry", rejectionReason: "No <time>" };
    const booking = mailBooking(changes, { trigger: triggerOf(kind) });
    for (const role of ["booker", "guest", "host"] as const) {
      const mail = render(booking, role, { kind, recipient: { locale } });
      expect(mail.subject.startsWith(`${SENTENCES[locale].subjects[kind]}: `)).toBe(true);
      const shown = textOf(mail.html);
      for (const part of mail.text.replace(MANAGE, "").split(/\n|: /)) expect(shown).toContain(part.trim());
      expect(mail.html).toContain(`<html lang="${locale}">`);
      expect(mail.html).toContain('href="https://api.example.com/v1/m/abc?a=1&amp;b=2"');
    }
  });
});

const triggerOf = (kind: MailKind) =>
  kind === "cancelled" ? "BOOKING_CANCELLED" : kind === "rejected" ? "BOOKING_REJECTED" : "BOOKING_CREATED";

test("a language without sentences is English, and a region keeps its formats", () => {
  const booking = mailBooking();
  expect(render(booking, "booker", { recipient: { locale: "pt-BR" } }).subject).toContain("Confirmed: ");
  const swiss = render(booking, "booker", { recipient: { locale: "en-GB", timeZone: "Europe/London" } });
  expect(swiss.text).toContain("When: Wednesday, 1 July 2099, 09:00–09:30 (Europe/London, GMT+1)");
});

test.each([
  ["de-ch", "de", "de-CH"],
  ["fr-Latn-CA", "fr", "fr-CA"],
  ["es-419", "es", "es-419"],
  ["de-1996", "de", "de"],
  ["de-ab-cd-ef", "de", "de-AB"],
  ["gsw-CH", "en", "en"],
])("a person with the locale %s reads %s, with the formats of %s", (sent, language, locale) => {
  expect(languageOf(sent)).toEqual({ language, locale });
});

test("a host's clock is the one of the host's settings", () => {
  const booking = mailBooking();
  const clock = { timeFormat: 12, locale: "en-GB" } as const;
  expect(render(booking, "host", { recipient: clock }).text).toContain(
    "10:00 – 10:30 am (Europe/Zurich, GMT+2)",
  );
});

test.each([
  ["UTC", "2031-03-03T09:00:00.000Z", "2031-03-03T09:30:00.000Z", "9:00 – 9:30 AM (UTC)"],
  ["Asia/Kathmandu", "2031-03-03T09:00:00.000Z", "2031-03-03T09:30:00.000Z", "(Asia/Kathmandu, GMT+5:45)"],
  [
    "Europe/Berlin",
    "2031-03-03T22:50:00.000Z",
    "2031-03-03T23:20:00.000Z",
    "Tuesday, March 4, 2031 at 12:20 AM (E",
  ],
  [
    "Europe/Berlin",
    "2031-10-26T00:30:00.000Z",
    "2031-10-26T01:30:00.000Z",
    "October 26, 2031 at 2:30 AM (GMT+2) – Sunday, October 26, 2031 at 2:30 AM (GMT+1), Europe/Berlin",
  ],
])("a time in %s from %s", (timeZone, ...[startTime, endTime, expected]) => {
  expect(render(mailBooking({ startTime, endTime }), "booker", { recipient: { timeZone } }).text).toContain(
    expected,
  );
});

test("in every zone, the time and the offset are those of the instant", () => {
  const booking = mailBooking();
  const shown =
    /, (\d+ \w+ 2099)(?:,| at) (\d\d:\d\d)[^(]*\(([^,)]+)(?:, GMT(?:([+-])(\d+)(?::(\d\d))?)?)?\)/;
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const { text } = render(booking, "booker", { recipient: { timeZone, locale: "en-GB" } });
    const [, day, time, zone, sign, hours = "0", minutes = "0"] = shown.exec(text) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
    expect(zone).toBe(timeZone);
    expect(Date.parse(`${day} ${time} UTC`) - offset * 60_000).toBe(Date.parse(booking.startTime));
  }
});

test.each([
  ["cancelled", "BOOKING_CANCELLED", { cancellationReason: "I am ill" }],
  ["rejected", "BOOKING_REJECTED", { rejectionReason: "I am ill" }],
] as const)("a mail that a booking is %s has the reason, others don't", (kind, trigger, reason) => {
  const booking = mailBooking(reason, { trigger });
  const { text, html } = render(booking, "booker", { kind });
  expect(text).toContain("Reason: I am ill");
  expect(html).toContain("I am ill");
  expect(render(booking, "booker").text).not.toContain("I am ill");
});

test("each guest reads their own language", () => {
  const attendees = storedBooking().attendees.map((attendee) => ({ ...attendee, locale: "fr" }));
  expect(render(mailBooking({ attendees }), "guest").subject).toMatch(
    new RegExp(`^${SENTENCES.fr.subjects.confirmed}: `),
  );
});

test("a new time is beside the old one, which is struck out", () => {
  const extras = {
    rescheduledFrom: storedBooking({
      uid: "replaced-booking-00001",
      startTime: "2099-06-30T08:00:00.000Z",
      endTime: "2099-06-30T08:30:00.000Z",
    }),
  };
  const request = { responses: { name: "Ann", email: "ann@example.com", rescheduleReason: "The train" } };
  const booking = mailBooking({}, { trigger: "BOOKING_RESCHEDULED", extras, request });
  const { text, html } = render(booking, "booker", { kind: "rescheduled" });
  const old = "Tuesday, June 30, 2099, 4:00 – 4:30 AM (America/New_York, GMT-4)";
  expect(text).toContain(`Previous time: ${old}`);
  expect(html).toContain(`<s>${old}</s>`);
  expect(text).toContain("Reason: The train");
  expect(render(booking, "booker", { kind: "confirmed" }).text).not.toContain("Previous time");
});

test("notes of a booker who has left go to the host, not to the guest who is first now", () => {
  const [, bob] = storedBooking().attendees;
  if (!bob) throw new Error("no guest");
  const booking = mailBooking({ attendees: [bob] });
  expect(render(booking, "host", { kind: "reminder" }).text).toContain("Bring tea");
  const { text, html } = render(booking, "booker", { kind: "reminder" });
  for (const part of [text, html]) expect(part).not.toContain("Bring tea");
});

test("a booking that is moved later does not repeat the reason for which it replaced another one", () => {
  const request = { responses: { name: "Ann", email: "ann@example.com", rescheduleReason: "The train" } };
  const uid = "moved-booking-0000001";
  const extras = { rescheduledFrom: storedBooking({ uid }) };
  const booking = mailBooking({ uid }, { trigger: "BOOKING_RESCHEDULED", extras, request });
  expect(render(booking, "booker", { kind: "rescheduled" }).text).not.toContain("The train");
});

test("notes go to the host and the booker, not to other guests", () => {
  const booking = mailBooking();
  expect(render(booking, "host").text).toContain("Bring tea");
  const { text, html, subject } = render(booking, "guest");
  for (const part of [text, html, subject]) expect(part).not.toContain("Bring tea");
});

describe("with seats", () => {
  const SEATS = { eventType: { seatsPerTimeSlot: 5 } };

  it("no part of a mail to a guest names another guest", () => {
    const booking = mailBooking({}, SEATS);
    const { text, html, subject } = render(booking, "guest");
    for (const part of [text, html, subject]) expect(part).not.toMatch(/Ann/);
    expect(text).toContain("What: Intro\n");
    expect(text).toContain("Guests: bob@example.com\n");
    expect(render(booking, "host").text).toContain("Ann van Dyke, bob@example.com");
  });

  it("a title that was given stays, and the default one is found if somebody was renamed", () => {
    const given = mailBooking({}, { ...SEATS, request: { title: "Yoga, level 2" } });
    expect(render(given, "guest").subject).toContain("Confirmed: Yoga, level 2 with Hanna Host");
    for (const title of [
      "Intro between Old Host and Old Name",
      "Old Intro between Old Host and Ann van Dyke",
    ])
      expect(render(mailBooking({ title }, SEATS), "guest").subject).toContain(
        "Confirmed: Intro with Hanna Host",
      );
  });
});

test("all hosts are named to guests", () => {
  const user = storedBooking().user;
  const otherHosts = [{ ...user, id: 8, name: "Ida Host", email: "ida@example.com" }];
  const booking = mailBooking({ otherHosts }, { eventType: { teamId: 5 } });
  expect(render(booking, "guest").text).toContain("Host: Hanna Host, Ida Host");
});

test("a list names twenty guests", () => {
  const attendees = Array.from({ length: 45 }, (_, index) => ({
    ...storedBooking().attendees[0],
    ...{ id: index, name: `Guest ${index}`, email: `g${index}@example.com` },
    ...{ timeZone: "UTC", locale: "en", noShow: false, phoneNumber: null },
  }));
  const { text } = render(mailBooking({ attendees }), "host", { recipient: { locale: "en" } });
  expect(text).toContain("Guest 19, and 25 more");
  expect(text).not.toContain("Guest 20");
});

test.each([
  ["https://meet.example.com/room?x=1&y=2", true],
  ["http://meet.example.com", true],
  ["https://meet.example.com@evil.example/", false],
  ["javascript:alert(1)", false],
  ['https://a.example/" onclick="x', false],
  ["Main street 1", false],
])("the location %s is a link: %s", (value, isLink) => {
  const location = { value, optionValue: "" };
  const request = { responses: { name: "Ann", email: "ann@example.com", location } };
  const { html, text } = render(mailBooking({}, { request }), "booker", { links: {} });
  expect(text).toContain(`Where: ${value}`);
  expect(html.includes("<a ")).toBe(isLink);
});

test.each(["link", "inPerson", "integrations:daily"])("the kind of location %s says nothing", (value) => {
  const request = {
    responses: { name: "Ann", email: "ann@example.com", location: { value, optionValue: "" } },
  };
  expect(render(mailBooking({}, { request }), "booker").text).not.toContain("Where");
});

describe.each(HOSTILE_TEXTS)("%s", (_, hostile) => {
  const booking = mailBooking({ cancellationReason: hostile }, { trigger: "BOOKING_CANCELLED" });
  const hostileBooking: MailBooking = {
    ...booking,
    title: hostile,
    additionalNotes: hostile,
    attendees: booking.attendees.map((attendee) => ({ ...attendee, name: hostile })),
    organizer: { ...booking.organizer, name: hostile },
  };

  it.each(["booker", "host"] as const)("is text in a mail to the %s", (role) => {
    const { subject, text, html } = render(hostileBooking, role, { kind: "cancelled" });
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|=\?/u);
    expect(subject.length).toBeLessThan(500);
    for (const part of [text, html]) {
      expect(part.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|=\?/u);
      expect(part.isWellFormed()).toBe(true);
    }
    expect(html.match(/<[^>]*>/g)?.filter((tag) => !KNOWN_TAG.test(tag))).toEqual([]);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://api.example.com/v1/m/abc?a=1&amp;b=2"']);
    expect(html.replace(/<title>.*?<\/title>|<[^>]*>/gs, "")).not.toMatch(/:\/\/\w|evil\.example/);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(20 * 1_024);
  });
});

const KNOWN_TAG = /^<(\/?(html|head|body|div|p|table|tr|th|td|a|s|title)\b[^>]*|meta [^>]*|!doctype html)>$/;
test("HTML of the longest texts has at most 20 KB", () => {
  const booking = mailBooking({ cancellationReason: "'".repeat(9_000) }, { trigger: "BOOKING_CANCELLED" });
  const name = '"'.repeat(5_000);
  const long: MailBooking = {
    ...booking,
    title: name,
    additionalNotes: name,
    location: `https://a.example/${"&".repeat(1_900)}`,
    attendees: Array.from(
      { length: 50 },
      (_, id) => ({ ...booking.attendees[0], id, name }) as MailBooking["attendees"][number],
    ),
  };
  const { html, subject } = render(long, "host", { kind: "cancelled" });
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(20 * 1_024);
  expect(subject).toContain(`${'"'.repeat(199)}… mit ${'"'.repeat(199)}…`);
});

test("HTML loads nothing", () => {
  const { html } = render(mailBooking(), "booker");
  expect(html).not.toMatch(/<(img|script|link|iframe|style|object|form)\b|src=|url\(|@import|background=/);
});
