import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { MailStore } from "#local-cloud/mail/mail-store.ts";
import { withMailbox } from "#local-cloud/mail/mailbox.ts";
import { call } from "#local-cloud/testing/http-client.ts";
import { temporaryDirectory } from "#local-cloud/testing/local-aws.ts";

const MESSAGE = [
  'From: "Fay =?utf-8?Q?H=C3=B6st?=" <bookings@example.com>',
  "To: Ann <ann@example.com>",
  "Subject: =?UTF-8?B?QmVzdMOkdGlndDogPGI+?=",
  " =?UTF-8?Q?_Tee?=",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="one"',
  "",
  "--one",
  'Content-Type: multipart/alternative; boundary="two"',
  "",
  "--two",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "F=C3=BCr Ann, um =",
  "10 Uhr</pre><script>",
  "--two",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from("<p>Für <b>Ann</b></p><script>alert(1)</script>").toString("base64"),
  "--two",
  "Content-Type: text/calendar; method=REQUEST; charset=utf-8",
  "",
  "BEGIN:VCALENDAR",
  "END:VCALENDAR",
  "--two--",
  "--one",
  'Content-Type: application/ics; name="invite.ics"',
  "",
  "BEGIN:VCALENDAR",
  "--one--",
  "",
].join("\r\n");

async function startMailbox() {
  const store = new MailStore(temporaryDirectory());
  const server = createServer(
    withMailbox(store, (_, response) => {
      response.writeHead(404).end("the API");
    }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { store, get: (path: string, options = {}) => call(`${origin}${path}`, options) };
}

describe("the mailbox", () => {
  it("lists the mails, newest first, as a page and as JSON", async () => {
    const { store, get } = await startMailbox();
    expect((await get("/mail")).text).toContain("No mails yet");
    const first = store.add("ann@example.com", Buffer.from(MESSAGE));
    const second = store.add("ben@example.com", Buffer.from("To: ben@example.com\r\n\r\n"), "rejected");
    const { text } = await get("/mail.json");
    expect(JSON.parse(text)).toEqual({
      mails: [
        {
          ...{ id: second, time: expect.any(String), from: "", to: "ben@example.com", subject: "" },
          ...{ status: "rejected", message: "To: ben@example.com\r\n\r\n" },
        },
        {
          ...{ id: first, time: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/), to: "ann@example.com" },
          ...{ from: '"Fay Höst" <bookings@example.com>', subject: "Bestätigt: <b> Tee" },
          ...{ status: "sent", message: MESSAGE },
        },
      ],
    });
    const list = await get("/mail");
    expect(list.text).toContain("Bestätigt: &lt;b&gt; Tee");
    expect(list.text).toContain(`href="/mail/${encodeURIComponent(first)}"`);
  });

  it("shows the recipients, and no address that is part of a name", async () => {
    const { store, get } = await startMailbox();
    const names = [
      "=?utf-8?Q?J=C3=B6rg_=3Cjo@work.example=3E,?=\r\n =?utf-8?Q?_x@y.example?=",
      '"ann@work.example"',
    ];
    const to = `To: ${names[0]} <joerg@example.com>, ${names[1]} <ann@example.com>, bücher@example.com`;
    store.add("joerg@example.com", Buffer.from(`${to}\r\n\r\n`));
    expect(JSON.parse((await get("/mail.json")).text)).toMatchObject({
      mails: [{ to: "joerg@example.com, ann@example.com, bücher@example.com" }],
    });
  });

  it("shows the text, the HTML in a sandboxed frame, the calendar part and the headers of a mail", async () => {
    const { store, get } = await startMailbox();
    const path = `/mail/${encodeURIComponent(store.add("ann@example.com", Buffer.from(MESSAGE)))}`;
    const page = await get(path);
    expect(page.text).toContain("Für Ann, um 10 Uhr&lt;/pre&gt;&lt;script&gt;");
    expect(page.text).toContain("<pre>BEGIN:VCALENDAR\r\nEND:VCALENDAR</pre>");
    expect(page.text).toContain("Subject: Bestätigt: &lt;b&gt; Tee");
    expect(page.text).toMatch(/<iframe [^>]*sandbox="(?!.*allow-(scripts|same-origin))/);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    const framed = await get(`${path}/html`);
    expect(framed.text).toContain("<p>Für <b>Ann</b></p>");
    expect(framed.headers["content-security-policy"]).toMatch(
      /^sandbox (?!.*allow-(scripts|same-origin)).*default-src 'none'/,
    );
    const message = await get(`${path}/message`);
    expect([message.text, message.headers["content-type"]]).toEqual([MESSAGE, "text/plain; charset=utf-8"]);
  });

  it("is not there for other hosts, other methods and mails that do not exist", async () => {
    const { get } = await startMailbox();
    expect((await get("/mail", { headers: { Host: "evil.example.com" } })).text).toBe("the API");
    expect((await get("/mail.json", { method: "POST" })).text).toBe("the API");
    expect((await get("/mailbox")).text).toBe("the API");
    for (const path of ["/mail/none", "/mail/%2e%2e%2fqueues.db", "/mail/%", "/mail/none/html"])
      expect((await get(path)).status).toBe(404);
    expect((await get("/mail", { method: "HEAD" })).text).toBe("");
  });
});
