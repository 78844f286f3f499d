import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { composeMessage } from "#lib/mail/message.ts";
import { bookingWithText, mailToSend, SENDER } from "#test/support/builders/mail-message.ts";
import { HOSTILE_TEXTS } from "#test/support/texts/hostile-texts.ts";

const TEXTS = [["ordinary text", "Zoë, Müller & 日本"] as const, ...HOSTILE_TEXTS];

/** What Python's `email` finds in a message. */
function read(raw: Buffer) {
  const printed = execFileSync("/usr/bin/python3", [`${import.meta.dirname}/message.py`], {
    input: JSON.stringify(raw.toString("base64")),
    encoding: "utf8",
  });
  return JSON.parse(printed);
}

const lines = (text: string): string => text.replaceAll("\r\n", "\n");
/** A name in one line, without control characters, and cut; empty if it could be an address. Python decodes no encoded word in it. */
const nameOf = (text: string): string => {
  if (/[@\uFE6B\uFF20]/.test(text)) return "";
  const clean = text
    .replace(/\r\n?|\n/g, " ")
    .replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replaceAll("=?", "= ?")
    .replace(/\s+/g, " ")
    .trim();
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean;
};

test.each(TEXTS)("Python's email reads a message with %s", async (_, text) => {
  for (const role of ["guest", "host"] as const) {
    const mail = mailToSend({ booking: bookingWithText(text), role });
    const { raw } = await composeMessage(mail, SENDER);
    const [guest, host] = [
      [nameOf(text), "ann@example.com"],
      [nameOf(text), "hanna@example.com"],
    ];
    const { text: plain, html, calendar, files, ...found } = read(raw);
    expect(found).toEqual({
      defects: [],
      headers: expect.arrayContaining(["Date", "Message-ID", "References"]),
      from: [[nameOf(text) || SENDER.name, SENDER.address]],
      to: [role === "guest" ? guest : host],
      replyTo: [role === "guest" ? host : guest],
      subject: mail.subject,
      types: ["text/plain", "text/html", "text/calendar"],
      method: "REQUEST",
    });
    expect(found.headers).toHaveLength(11);
    expect(lines(plain)).toBe(mail.text);
    expect(lines(html)).toBe(mail.html);
    expect(lines(calendar)).toBe(lines(mail.invitation?.text ?? ""));
    expect(files).toEqual([["invite.ics", mail.invitation?.text]]);
  }
});
