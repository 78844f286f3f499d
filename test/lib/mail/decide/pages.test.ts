import { beforeEach, describe, expect, it } from "vitest";
import { handler as showHandler } from "#functions/decide/show.ts";
import { handler as submitHandler } from "#functions/decide/submit.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking, updateText } from "#lib/bookings/update.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { createDecideToken } from "#lib/mail/decide/links.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const START = "2099-03-04T09:00:00.000Z";

useLocalTable();
let host: Caller;
let booking: StoredBooking;
let token: string;
beforeEach(async () => {
  host = await makeHost();
  booking = await book(host, await makeEventType(host, { requiresConfirmation: true }), { start: START });
  token = await createDecideToken(booking);
});

const open = (decision: string, { method = "GET", of = token } = {}) =>
  showHandler(
    { ...gatewayEvent(showHandler.spec.route, { path: { token: of, decision } }), httpMethod: method },
    LAMBDA_CONTEXT,
  );
const send = (decision: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  submitHandler(
    gatewayEvent(submitHandler.spec.route, {
      path: { token, decision },
      body: String(new URLSearchParams(fields)),
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    }),
    LAMBDA_CONTEXT,
  );
const stored = () => findItem(BookingItem, booking);
const headingOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${/<h1>(.*?)<\/h1>/.exec(body)?.[1]}`;

describe("a link of a request", () => {
  it("shows a form, and opening it changes nothing", async () => {
    for (const decision of ["accept", "reject"])
      for (const method of ["GET", "HEAD"]) {
        const page = await open(decision, { method });
        expect(page.statusCode).toBe(200);
        expect(page.body).toContain(`<form method="post" action="/v1/decide/${token}/${decision}">`);
        expect(page.body).toContain('<meta name="robots" content="noindex">');
        expect(page.headers).toMatchObject({
          "Cache-Control": "no-store",
          "Referrer-Policy": "no-referrer",
          "X-Frame-Options": "DENY",
        });
      }
    expect(await stored()).toEqual(booking);
  });

  it("accepts on behalf of the host, and then shows that", async () => {
    expect(await send("accept")).toMatchObject({
      statusCode: 303,
      headers: { Location: `/v1/decide/${token}/accept` },
    });
    expect(await stored()).toMatchObject({ status: "ACCEPTED", iCalSequence: booking.iCalSequence + 1 });
    expect(headingOf(await open("accept"))).toBe("200 This booking is accepted");
    expect(headingOf(await open("reject"))).toBe("200 This booking is accepted");
    const events = await queryAll(EventItem, { userId: host.userId });
    const actor = { userId: host.userId, credentialId: "decide-link" };
    expect(events.find(({ trigger }) => trigger === "BOOKING_CREATED")?.auditEntries).toMatchObject([actor]);
  });

  it("rejects with a reason, which the page shows as text", async () => {
    await send("reject", { reason: "<b>No room</b>" });
    expect(await stored()).toMatchObject({ status: "REJECTED", rejectionReason: "<b>No room</b>" });
    const page = await open("accept");
    expect(headingOf(page)).toBe("200 This booking was declined");
    expect(page.body).toContain("&lt;b&gt;No room&lt;/b&gt;");
  });

  it("rejects without a reason", async () => {
    await send("reject", { reason: "" });
    expect(await stored()).toMatchObject({ status: "REJECTED", rejectionReason: null });
  });

  it("counts a line break as one character, as the text field does, although browsers send two", async () => {
    const typed = "No\n".repeat(166);
    await send("reject", { reason: typed.replaceAll("\n", "\r\n") });
    expect(await stored()).toMatchObject({ status: "REJECTED", rejectionReason: typed });
  });

  it("does not blame the reason for another field that is too long", async () => {
    const page = await send("reject", { reason: "No room", sequence: "1".repeat(11) });
    expect(headingOf(page)).toBe("409 Decline this booking?");
    expect(page.body).toContain("has changed since");
    expect(await stored()).toMatchObject({ status: "PENDING" });
  });

  it("keeps a reason that is too long in the form, and changes nothing", async () => {
    const page = await send("reject", { reason: "é".repeat(501) });
    expect(headingOf(page)).toBe("400 Decline this booking?");
    expect(page.body).toContain("at most 500 characters");
    expect(page.body).toContain(`>${"é".repeat(501)}</textarea>`);
    expect(await stored()).toEqual(booking);
  });

  it("does not accept a form from another site", async () => {
    const answers = [
      await send("accept", {}, { Origin: "https://evil.example.com" }),
      await send("accept", {}, { "Sec-Fetch-Site": "cross-site" }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect(await stored()).toEqual(booking);
  });
});

describe("a link about which nothing can be decided", () => {
  it.each([
    ["accepted", () => updateBooking(host, { id: booking.id }, accepted), "200 This booking is accepted"],
    ["cancelled", () => cancelBooking(host, { id: booking.id }, {}), "200 This booking was cancelled"],
    ["started", async () => setClock(() => Date.parse(START)), "404 This link has expired"],
    ["locked", () => lockUser(OPERATOR, host.userId, true), "404 This link does not work"],
  ])("because of a booking or host that is %s shows that", async (_, change, heading) => {
    await change();
    const before = await stored();
    expect(headingOf(await open("reject"))).toBe(heading);
    expect(headingOf(await send("reject", { reason: "No" }))).toBe(heading);
    expect(await stored()).toEqual(before);
  });

  it("because it was changed shows nothing of the booking", async () => {
    const pages = [await open("accept", { of: `${token}A` }), await open("delete"), await send("delete")];
    for (const page of pages) {
      expect(headingOf(page)).toBe("404 This link does not work");
      expect(page.body).not.toContain(booking.title);
    }
  });
});

it("of two decisions at the same time, one counts and both show it", async () => {
  await Promise.all([send("accept"), send("reject"), send("accept"), send("reject")]);
  const { status, iCalSequence } = (await stored()) ?? booking;
  expect(iCalSequence).toBe(booking.iCalSequence + 1);
  const heading = status === "ACCEPTED" ? "200 This booking is accepted" : "200 This booking was declined";
  expect(headingOf(await open("accept"))).toBe(heading);
});

it("a booking whose text changes in between is decided about as it is now", async () => {
  await updateText(host.userId, booking.id, { title: "Another title" });
  await send("accept");
  expect(await stored()).toMatchObject({ status: "ACCEPTED", title: "Another title" });
});

it.each(["accept", "reject"])(
  "a form that shows another time than the booking has now does not %s it",
  async (decision) => {
    const sequenceIn = ({ body }: { body: string }) => /name="sequence" value="(\d+)"/.exec(body)?.[1] ?? "";
    const sequence = sequenceIn(await open(decision));
    const moved = await updateBooking(
      host,
      { id: booking.id },
      { startTime: "2099-03-05T09:00:00.000Z", endTime: undefined },
    );
    const page = await send(decision, { sequence, reason: "No room" });
    expect(page.statusCode).toBe(409);
    expect(page.body).toContain("The booking has changed since you opened this page.");
    expect(page.body).toContain("March 5, 2099");
    expect(await stored()).toEqual(moved);
    expect(await send(decision, { sequence: sequenceIn(page) })).toMatchObject({ statusCode: 303 });
    expect((await stored())?.status).toBe(decision === "accept" ? "ACCEPTED" : "REJECTED");
  },
);

const accepted = { status: "ACCEPTED", startTime: undefined, endTime: undefined } as const;
