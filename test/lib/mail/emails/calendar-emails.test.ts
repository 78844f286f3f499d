import { describe, expect, it } from "vitest";
import { CalendarItem, ConnectionItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { statusEvents } from "#lib/calendar/external/status-events.ts";
import { renderCalendarMail } from "#lib/mail/content/calendar-mail.ts";
import { MAIL_LANGUAGES } from "#lib/mail/content/sentences.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import { processEmail } from "#lib/mail/emails/process-email.ts";
import { NO_BOOKING } from "#lib/storage/outbox/entity.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { connectDestination } from "#test/support/builders/calendar-hosts.ts";
import { mailService, useMails } from "#test/support/cloud/mails.ts";

const { settle, takeMails } = useMails();

/** Connects a calendar of a new host, and returns how it changes to disconnected, or back. */
async function makeCalendar() {
  const host = await makeHost();
  await connectDestination(host);
  const [connections, [calendar]] = await Promise.all([
    queryAll(ConnectionItem, { userId: host.userId }),
    queryAll(CalendarItem, { userId: host.userId }),
  ]);
  if (!calendar) throw new Error("The host has no calendar.");
  let before: StoredCalendar = calendar;
  const setDisconnected = async (isDisconnected: boolean): Promise<void> => {
    const after = { ...before, isDisconnected, version: before.version + 1 };
    const events = statusEvents([before], [after], connections);
    await transact([replace(CalendarItem, before, after), ...events]);
    before = after;
  };
  const statuses = async () =>
    (await listEmailsOfBooking(host.userId, NO_BOOKING)).map(({ kind, status, recipient: { role } }) =>
      [role, kind, status].join(" "),
    );
  return { host, calendar, setDisconnected, statuses };
}

describe("a calendar that is disconnected", () => {
  it("is one mail to its owner, with a link to the account page, and is no mail once it is back", async () => {
    const { calendar, setDisconnected, statuses } = await makeCalendar();
    const { service, messages } = mailService();
    await setDisconnected(true);
    await settle(service);
    expect(await statuses()).toEqual(["host calendar_disconnected sent"]);
    const raw = messages.map((message) => message.raw.toString("latin1")).join();
    expect(raw).toContain("https://bookings.example.com/account");
    expect(raw).toContain(`Subject: Calendar disconnected: ${calendar.name}`);
    expect(raw).not.toContain("text/calendar");
    await setDisconnected(false);
    await settle(service);
    expect(messages).toHaveLength(1);
  });

  it("is no mail if it can be read again before the mail is sent", async () => {
    const { setDisconnected, statuses } = await makeCalendar();
    await setDisconnected(true);
    const queued = await takeMails();
    expect(queued).toMatchObject([{ bookingId: NO_BOOKING, attemptCount: 0 }]);
    await setDisconnected(false);
    const { service, messages } = mailService();
    for (const message of queued) await processEmail(message, service);
    expect(messages).toEqual([]);
    expect(await statuses()).toEqual(["host calendar_disconnected skipped"]);
  });
});

it.each(MAIL_LANGUAGES)("in %s, text and HTML say the same, and names are text", (locale) => {
  const calendar = { calendarId: 1, name: "Team <b>\r\nBcc: x@example.com", account: "ann@example.com" };
  const url = "https://bookings.example.com/account";
  const { subject, text, html } = renderCalendarMail(calendar, { locale, url });
  expect(subject).toContain(": Team <b> Bcc: x@example.com");
  expect(text).toContain("Team <b> Bcc: x@example.com");
  expect(html).toContain("Team &lt;b&gt; Bcc: x@example");
  expect(html).toContain(`<html lang="${locale}">`);
  for (const part of [text, html]) expect(part).toContain(url);
});
