import { beforeEach, expect, it, vi } from "vitest";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { OPERATOR } from "#lib/caller.ts";
import { EmailItem } from "#lib/mail/emails/entity.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change, create } from "#test/support/calls/booking-calls.ts";
import { useMails } from "#test/support/cloud/mails.ts";
import { smtpError, startSmtpServer } from "#test/support/network/smtp-server.ts";
import { CANCEL_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { faultIn } from "#test/support/secrets/require-clean-log.ts";
import { tracesOf } from "#test/support/secrets/traces-of.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

const { settle, pass, lines } = useMails();

beforeEach(() => {
  vi.stubEnv("MAIL_FROM", "Example <bookings@example.com>");
  vi.stubEnv("SERVICE_URL", "https://api.example.com/v1");
});

const ANN = "ann.smith@example.com";
const BOB = "bob.jones@example.com";
const RESPONSES = { responses: { name: "Ann Smith", email: ANN, guests: [BOB] } };

const statuses = async () =>
  new Set((await scanTable()).filter(({ entity }) => entity === EmailItem.name).map(({ status }) => status));

/** Makes mails that were sent, have failed, were skipped, and wait, to a server whose answers name their recipients. */
async function makeMails() {
  const host = await makeHost();
  const { id } = await makeEventType(host);
  let code: number | undefined;
  const { port, mails } = await startSmtpServer({
    onRcptTo: ({ address }, _, done) =>
      done(code === undefined ? undefined : smtpError(code, `5.1.1 <${address}> is unknown here`)),
  });
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  const book = async (hour: number) => (await create(host, id, { start: at(hour), ...RESPONSES })).json["id"];
  const booking = await book(9);
  await settle();
  code = 550;
  await book(10);
  await settle();
  await change(host, booking, { start: at(11) });
  await change(host, booking, { start: at(12) });
  code = 451;
  await settle();
  return { host, booking, mails, accept: () => (code = undefined) };
}

it("no log line has an address, whatever happens to the mails", async () => {
  const { host, booking, accept } = await makeMails();
  expect(await statuses()).toEqual(new Set(["sent", "failed", "skipped", "queued"]));
  accept();
  await pass(600);
  await cancel(host, booking);
  await settle();
  expect(await statuses()).toEqual(new Set(["sent", "failed", "skipped"]));
  const events = new Set(lines().map(({ event }) => event));
  for (const event of ["mails queued", "mail sent", "mail failed", "mail skipped", "mail delayed"])
    expect(events).toContain(event);
  expect(lines().flatMap((line) => faultIn(JSON.stringify(line)) ?? [])).toEqual([]);
});

it("a guest who is erased is in no item, gets no mail that waited, and none about later changes", async () => {
  const { host, booking, mails, accept } = await makeMails();
  const words = [ANN, "ann smith"];
  expect(await tracesOf(words)).toContain(`email: ${ANN}`);
  await erasePerson(OPERATOR, ANN, CANCEL_BOOKINGS);
  expect(await tracesOf(words)).toEqual([]);
  mails.splice(0);
  accept();
  await pass(600);
  await change(host, booking, { start: at(13) });
  await settle();
  const recipients = new Set(mails.flatMap(({ to }) => to));
  expect([...recipients].filter((address) => !address.endsWith("@example.com"))).toEqual([]);
  expect(recipients).toContain(BOB);
  expect(recipients).not.toContain(ANN);
  expect(mails.map(({ raw }) => raw).join()).not.toMatch(/ann.smith/i);
  expect(await tracesOf(words)).toEqual([]);
});

it("the mails to the former address of a guest are exported and erased with the guest", async () => {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: at(9), ...RESPONSES });
  await settle();
  const [ann] = booking.attendees;
  const email = "ann.miller@example.com";
  await updateAttendee(host, { id: ann?.id ?? 0 }, { email, name: "Ann Miller" });
  const { items } = await exportPerson(OPERATOR, email, CANCEL_BOOKINGS.entities);
  expect(JSON.stringify(items[EmailItem.name])).toContain(ANN);
  expect(JSON.stringify(items[EmailItem.name])).not.toContain(BOB);
  const { notErased } = await erasePerson(OPERATOR, email, CANCEL_BOOKINGS);
  expect(notErased).toEqual([]);
  expect(await tracesOf([ANN, "ann smith", email, "ann miller"])).toEqual([]);
  expect(await tracesOf([BOB])).toContain(`email: ${BOB}`);
});
