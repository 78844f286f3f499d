import { describe, expect, it, test } from "vitest";
import { composeMessage } from "#lib/mail/message.ts";
import { mailBooking } from "#test/support/builders/mail-booking.ts";
import { bookingWithText, mailToSend, SENDER } from "#test/support/builders/mail-message.ts";
import { HOSTILE_TEXTS } from "#test/support/texts/hostile-texts.ts";

const compose = async (source: Parameters<typeof mailToSend>[0] = {}) => {
  const message = await composeMessage(mailToSend(source), SENDER);
  const text = message.raw.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const headers = text
    .slice(0, end)
    .replace(/\r\n[ \t]/g, " ")
    .split("\r\n");
  return { ...message, text, headers, body: text.slice(end + 4) };
};

test("the headers of a mail to a guest", async () => {
  const { headers, from, to, id } = await compose();
  expect(headers).toEqual([
    "Auto-Submitted: auto-generated",
    "X-Auto-Response-Suppress: All",
    "From: Hanna Host <bookings@example.com>",
    "To: Ann van Dyke <ann@example.com>",
    "Reply-To: Hanna Host <hanna@example.com>",
    expect.stringMatching(/^References: <[\w-]{22}@api\.example\.com>$/),
    "Subject: Confirmed: Intro with Hanna Host, Wed, Jul 1, 2099, 4:00 AM (GMT-4)",
    `Message-ID: ${id}`,
    "Date: Fri, 02 Jan 2099 03:04:05 +0000",
    "MIME-Version: 1.0",
    expect.stringMatching(/^Content-Type: multipart\/mixed; boundary="[^"]+"$/),
  ]);
  expect(id).toMatch(/^<evt_1A-b_c\.[\w-]{22}@mail\.example\.com>$/);
  expect({ from, to }).toEqual({ from: "bookings@example.com", to: "ann@example.com" });
});

test("a reply of a host goes to the booker", async () => {
  const { headers } = await compose({ role: "host" });
  expect(headers).toContain("To: Hanna Host <hanna@example.com>");
  expect(headers).toContain("Reply-To: Ann van Dyke <ann@example.com>");
});

test.each(["boss@bank.example", "Boss <boss\uFF20bank.example>", "boss\uFE6Bbank.example"])(
  "a person with the name %j is named by the own address",
  async (name) => {
    const booking = mailBooking();
    const [booker, ...others] = booking.attendees;
    const attendees = booker ? [{ ...booker, name }, ...others] : [];
    const organizer = { ...booking.organizer, name };
    const source = { booking: { ...booking, attendees, organizer } };
    const [toHost, toGuest] = [await compose({ ...source, role: "host" }), await compose(source)];
    expect(toHost.headers).toContain("Reply-To: ann@example.com");
    expect(toGuest.headers).toContain("Reply-To: hanna@example.com");
    expect(toGuest.headers).toContain("From: Example Bookings <bookings@example.com>");
    expect(mailToSend({ ...source, role: "host" })).toMatchObject({
      subject: expect.stringContaining("Intro mit ann@example.com"),
      text: expect.not.stringMatching(/boss/),
      html: expect.not.stringMatching(/boss/),
      invitation: { text: expect.not.stringMatching(/boss/) },
    });
  },
);

test.each(["REQUEST", "CANCEL"] as const)(
  "the calendar part of %s is an alternative and a file",
  async (method) => {
    const { body } = await compose({ method });
    expect(body.match(/^Content-Type: [^\r;]+/gm)).toEqual([
      ...["multipart/alternative", "text/plain", "text/html", "text/calendar", "application/ics"].map(
        (type) => `Content-Type: ${type}`,
      ),
    ]);
    expect(body).toContain(`Content-Type: text/calendar; charset=utf-8; method=${method}\r\n`);
    expect(body).toContain(`\r\nMETHOD:${method}\r\n`);
    expect(body).toContain("Content-Disposition: attachment; filename=invite.ics\r\n");
  },
);

test("a mail without an invitation has text and HTML only", async () => {
  const { text } = await compose({ method: null });
  expect(text.match(/^Content-Type: [^\r;]+/gm)).toEqual([
    ...["multipart/alternative", "text/plain", "text/html"].map((type) => `Content-Type: ${type}`),
  ]);
});

describe("the id of a message", () => {
  it("and its bytes are the same at every attempt", async () => {
    const booking = mailBooking();
    expect((await compose({ booking })).text).toBe((await compose({ booking })).text);
  });

  it("differs by person and by resend", async () => {
    const ids = [{}, { role: "host" as const }, { resends: 1 }, { resends: 2 }].map(
      async (source) => (await compose(source)).id,
    );
    expect(new Set(await Promise.all(ids)).size).toBe(4);
  });

  it("does not depend on the case of an address", async () => {
    const booking = mailBooking();
    const attendees = booking.attendees.map((attendee) => ({
      ...attendee,
      email: attendee.email.toUpperCase(),
    }));
    expect((await compose({ booking: { ...booking, attendees } })).id).toBe((await compose()).id);
  });
});

test.each(["a b@c d", "x@y>\r\nBcc: a@b.c", "", "ü@example.com", "x".repeat(900)])(
  "the thread of the imported iCalUID %j is a valid id",
  async (iCalUID) => {
    const { headers } = await compose({ booking: mailBooking({ iCalUID }) });
    const references = headers.filter((header) => header.startsWith("References"));
    expect(references).toEqual([expect.stringMatching(/^References: <[\w-]{43}@mail\.example\.com>$/)]);
  },
);

test.each(HOSTILE_TEXTS)("%s adds no header, and no line is too long", async (_, hostile) => {
  for (const role of ["guest", "host"] as const) {
    const { text, headers } = await compose({ booking: bookingWithText(hostile), role });
    expect(headers.map((header) => header.split(":")[0])).toEqual(
      (await compose()).headers.map((header) => header.split(":")[0]),
    );
    expect(headers.join("")).not.toMatch(/[^\x20-\x7e]/);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(Math.max(...text.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  }
});
