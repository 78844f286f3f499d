import { expect, it } from "vitest";
import { putEvent } from "#lib/calendar/external/caldav-calendar.ts";
import { composeMessage } from "#lib/mail/message.ts";
import { at, makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { connect, syncCalendar } from "#test/support/builders/calendars.ts";
import { mailBooking } from "#test/support/builders/mail-booking.ts";
import { mailToSend, SENDER } from "#test/support/builders/mail-message.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { CREDENTIALS, RADICALE, startCalDavServer, XANDIKOS } from "#test/support/network/caldav-servers.ts";

const { advance } = useLocalCalendars();

/** A service ignores the events of its own bookings in calendars. */
const UID = "7mhgf3a9RVyVIY6kI2nZXg@another.example.com";

/** The attachment `invite.ics` of the mail to the booker of a booking. */
async function inviteOf(startTime: string, iCalSequence: number): Promise<string> {
  const endTime = new Date(Date.parse(startTime) + 1_800_000).toISOString();
  const booking = mailBooking({ startTime, endTime, iCalSequence, iCalUID: UID });
  const { raw } = await composeMessage(mailToSend({ booking }), SENDER);
  const [, base64 = ""] =
    /^Content-Type: application\/ics.*?\r\n\r\n([\w+/=\r\n]+)/ms.exec(String(raw)) ?? [];
  return Buffer.from(base64, "base64").toString();
}

it.each([
  ["Radicale", RADICALE],
  ["Xandikos", XANDIKOS],
])(
  "%s accepts the attachment of an invitation, which closes the minutes of the booking, and those of its move",
  async (_, program) => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const server = await startCalDavServer(program);
    const account = { ...CREDENTIALS, url: server.calendarUrl };
    const event = { calendarUrl: server.calendarUrl, part: "invite", uid: UID };
    const invite = await inviteOf(new Date(at("10:00")).toISOString(), 0);
    expect(invite).toContain("METHOD:REQUEST");
    await putEvent(account, event, invite);
    const { calendarId } = await connect(host, { type: "caldav", url: server.url, ...CREDENTIALS });
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "09:30", "10:30"].map(at));
    await putEvent(account, event, await inviteOf(new Date(at("09:30")).toISOString(), 1));
    advance(30);
    await syncCalendar(host, calendarId);
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "10:00", "10:30"].map(at));
  },
);
