import { describe, expect, it, test } from "vitest";
import { guestsOf, hostsOf, type MailBooking, type Recipient } from "#lib/mail/booking.ts";
import { type InvitationMethod, invitationOf } from "#lib/mail/content/invitation.ts";
import { renderMail } from "#lib/mail/content/render.ts";
import { mailBooking } from "#test/support/builders/mail-booking.ts";

const NOW = Date.UTC(2099, 0, 2, 3, 4, 5);
const MANAGE = "https://api.example.com/v1/m/abc";

interface Case {
  booking?: MailBooking;
  recipient?: Recipient | undefined;
  method?: InvitationMethod;
}

/** The unfolded lines of an invitation, by default to the booker. */
function linesOf({ booking = mailBooking(), recipient, method = "REQUEST" }: Case): string[] {
  const to = recipient ?? guestsOf(booking)[0];
  if (!to) throw new Error("no recipient");
  const mail = { kind: "confirmed", booking, recipient: to, links: { manage: MANAGE } } as const;
  const { text } = invitationOf(mail, method, { sender: "bookings@example.com", now: NOW });
  return text.replaceAll("\r\n ", "").split("\r\n");
}
const peopleOf = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith("ATTENDEE")).map((line) => line.replace(/.*CN=/, ""));

test("an invitation has the booking's identity, its revision and its time on the recipient's clock", () => {
  const booking = mailBooking({ iCalUID: "first@api.example.com", iCalSequence: 7 });
  expect(linesOf({ booking })).toEqual(
    expect.arrayContaining([
      "METHOD:REQUEST",
      "UID:first@api.example.com",
      "SEQUENCE:7",
      "DTSTAMP:20990102T030405Z",
      "DTSTART;TZID=America/New_York:20990701T040000",
      "DTEND;TZID=America/New_York:20990701T043000",
      "SUMMARY:Intro with Hanna Host",
      `DESCRIPTION:Host: Hanna Host\\nGuests: Ann van Dyke\\, bob@example.com\\nNotes: Bring tea\\nReschedule or cancel: ${MANAGE}`,
      'ORGANIZER;CN="Hanna Host":mailto:bookings@example.com',
      "STATUS:CONFIRMED",
      `URL:${MANAGE}`,
    ]),
  );
});

test("an invitation of a guest names all guests, one of a host the host as well", () => {
  const booking = mailBooking();
  const guests = ['"Ann van Dyke":mailto:ann@example.com', '"bob@example.com":mailto:bob@example.com'];
  expect(peopleOf(linesOf({ booking }))).toEqual(guests);
  expect(peopleOf(linesOf({ booking, recipient: hostsOf(booking)[0] }))).toEqual([
    '"Hanna Host":mailto:hanna@example.com',
    ...guests,
  ]);
});

test("with seats, no line names another guest", () => {
  const booking = mailBooking({}, { eventType: { seatsPerTimeSlot: 3 } });
  const lines = linesOf({ booking, recipient: guestsOf(booking)[1] });
  expect(peopleOf(lines)).toEqual(['"bob@example.com":mailto:bob@example.com']);
  expect(lines.join("\n")).not.toMatch(/Ann|Bring tea/);
});

describe("a title", () => {
  it("that was given is the event's", () => {
    const booking = mailBooking({}, { request: { title: "Quarterly review" } });
    expect(linesOf({ booking })).toContain("SUMMARY:Quarterly review");
  });

  it("by default names the other side, in the recipient's language", () => {
    expect(linesOf({ recipient: hostsOf(mailBooking())[0] })).toContain("SUMMARY:Intro mit Ann van Dyke");
  });
});

describe("a cancellation", () => {
  it("of a booking names everybody who is cancelled", () => {
    const booking = mailBooking({ status: "CANCELLED" }, { trigger: "BOOKING_CANCELLED" });
    const lines = linesOf({ booking, method: "CANCEL" });
    expect(lines).toEqual(expect.arrayContaining(["METHOD:CANCEL", "STATUS:CANCELLED"]));
    expect(peopleOf(lines)).toHaveLength(2);
  });

  it("for a guest who leaves names the guest alone", () => {
    const recipient: Recipient = {
      ...{ role: "guest", name: "Cleo", email: "cleo@example.com", timeZone: "UTC", locale: "en" },
    };
    expect(peopleOf(linesOf({ recipient, method: "CANCEL" }))).toEqual(['"Cleo":mailto:cleo@example.com']);
  });
});

test("the place of a booking is its location", () => {
  const request = {
    responses: { name: "Ann", email: "ann@example.com", location: { value: "phone", optionValue: "+41 1" } },
  };
  expect(linesOf({ booking: mailBooking({}, { request }) })).toContain("LOCATION:+41 1");
  expect(linesOf({}).join("\n")).not.toContain("LOCATION");
});

test("with seats, the booker's number or address is for hosts and the booker only", () => {
  for (const [value, optionValue] of [
    ["phone", "+41 1"],
    ["attendeeInPerson", "Main Street 1"],
  ] as const) {
    const responses = { name: "Ann", email: "ann@example.com", guests: ["bob@example.com"] };
    const request = { responses: { ...responses, location: { value, optionValue } } };
    const booking = mailBooking({}, { eventType: { seatsPerTimeSlot: 3 }, request });
    const [booker, guest] = guestsOf(booking);
    for (const recipient of [booker, hostsOf(booking)[0]])
      expect(linesOf({ booking, recipient })).toContain(`LOCATION:${optionValue}`);
    expect(linesOf({ booking, recipient: guest }).join("\n")).not.toContain(optionValue);
    if (!guest) throw new Error("no guest");
    const { text } = renderMail({ kind: "confirmed", booking, recipient: guest, links: {} });
    expect(text).not.toContain(optionValue);
  }
});
