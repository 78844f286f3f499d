import { describe, expect, it } from "vitest";
import { createDecideToken, decideLinks, findBookingOfToken } from "#lib/mail/decide/links.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { mailBooking } from "#test/support/builders/mail-booking.ts";
import { bookingLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const request = async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host, { requiresConfirmation: true });
  return book(host, eventType, { start: "2099-03-04T09:00:00Z" });
};

describe("a decide link", () => {
  it("names the booking of its token", async () => {
    const booking = await request();
    const token = await createDecideToken(booking);
    expect(token).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
    expect((await findBookingOfToken(token))?.id).toBe(booking.id);
  });

  it("names an imported booking, whose uid may have another form", async () => {
    const { userId, eventTypeId } = await request();
    const uids = ["7", "c1x-9", "b.1~2"];
    const lines = uids.map((uid, at) =>
      bookingLine(
        { id: 90_000 + at, userId, eventTypeId, start: Date.UTC(2099, 3, 4, at) },
        { uid, status: "PENDING" },
      ),
    );
    await importLines(lines);
    for (const [at, uid] of uids.entries())
      expect((await findBookingOfToken(await createDecideToken({ uid, userId })))?.id).toBe(90_000 + at);
  });

  it("is not in a mail if the imported uid has characters that paths do not have", async () => {
    const booking = { ...mailBooking({ status: "PENDING" }), uid: "a/b c" };
    const recipient = { ...booking.organizer, role: "host" as const, locale: "en" };
    expect(
      await decideLinks({ kind: "requested", userId: 7, recipient }, booking, "https://a.example"),
    ).toEqual({});
  });

  it("is of no use for another booking or host, with other characters, or without its code", async () => {
    const [booking, other] = [await request(), await request()];
    const token = await createDecideToken(booking);
    const [uid, mac = ""] = token.split(".");
    const forged = [
      `${other.uid}.${mac}`,
      await createDecideToken({ uid: booking.uid, userId: other.userId }),
      `${uid}.${mac.slice(0, -1)}${mac.endsWith("A") ? "B" : "A"}`,
      ...[`${token}=`, `${token}A`, `${token.slice(0, -1)}`, `${uid}.`, `${uid}`, `.${mac}`, ".", ""],
      ...["é".repeat(3_000), `${"x".repeat(9_000)}.${mac}`],
    ];
    for (const text of forged) expect(await findBookingOfToken(text), text.slice(0, 60)).toBeUndefined();
  });

  it("is in the mail of a request to the first host only", async () => {
    const booking = mailBooking({ status: "PENDING" });
    const [host, guest] = [booking.organizer, booking.attendees[0]].map((person) => ({
      ...{ name: "", email: person?.email ?? "", timeZone: "UTC", locale: "en" },
    }));
    if (!host || !guest) throw new Error("nobody");
    const linksOf = (kind: "requested" | "confirmed", role: "guest" | "host", person: typeof host) =>
      decideLinks({ kind, userId: 7, recipient: { ...person, role } }, booking, "https://a.example/v1");
    const token = await createDecideToken({ uid: booking.uid, userId: 7 });
    expect(await linksOf("requested", "host", host)).toEqual({
      accept: `https://a.example/v1/decide/${token}/accept`,
      reject: `https://a.example/v1/decide/${token}/reject`,
    });
    expect(await linksOf("requested", "host", guest)).toEqual({});
    expect(await linksOf("requested", "guest", host)).toEqual({});
    expect(await linksOf("confirmed", "host", host)).toEqual({});
  });
});
