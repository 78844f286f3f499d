import { beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import type { Account } from "#lib/users/account.ts";
import { setPassword } from "#lib/users/set-password.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { alertOf } from "#test/support/pages/notices.ts";
import {
  makeClient,
  makePerson,
  PASSWORD,
  type Page,
  REDIRECT_URI,
  Visitor,
} from "#test/support/pages/visitor.ts";

const cloud = useCloud();
const visitor = (): Visitor => new Visitor(cloud().baseUrl);

/** The parameters a page sent the browser back to the application with. */
const returned = ({ location = "" }: Page): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams);

/** An authorization request of a new application. */
async function asking(more: Record<string, string> = {}, fields: Record<string, unknown> = {}) {
  const { client } = await makeClient(fields);
  return { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s-1 & <2>", ...more };
}

let ann: Account;
beforeAll(async () => {
  ann = await makePerson({ name: "Ann Archer" });
});

describe("the flow", () => {
  test("leads from sign-in over consent back to the application, by 303", async () => {
    const browser = visitor();
    const parameters = await asking();
    const signIn = await browser.open(parameters);
    expect(signIn.status).toBe(200);
    expect(signIn.text).toContain("Room planner");
    const signedIn = await browser.send(signIn, "sign-in", { email: ann.email, password: PASSWORD });
    expect(signedIn.status).toBe(303);
    const consent = await browser.open(signedIn.location ?? "");
    for (const shown of ["Room planner", "Ann Archer", ann.email, "See your bookings", "app.example.com"])
      expect(consent.text).toContain(shown);
    const back = await browser.send(consent, "consent", { decision: "allow" });
    expect(back.status).toBe(303);
    expect(back.location).toMatch(/^https:\/\/app\.example\.com\/callback\?/);
    expect(returned(back)).toEqual({
      code: expect.stringMatching(/^ac_[\w-]{43}$/),
      state: parameters.state,
      iss: cloud().baseUrl,
    });
    expect(back.location?.match(/[?&]iss=/g)).toHaveLength(1);
  });

  test("ends with access_denied when the user denies, and asks again next time", async () => {
    const browser = visitor();
    const parameters = await asking();
    const consent = await browser.openConsentPage(parameters, ann.email);
    const back = await browser.send(consent, "consent", { decision: "deny" });
    expect(back.status).toBe(303);
    expect(returned(back)).toMatchObject({
      error: "access_denied",
      state: parameters.state,
      iss: cloud().baseUrl,
    });
    expect(returned(back)).not.toHaveProperty("code");
    expect((await browser.open(parameters)).text).toContain("Allow");
  });

  test("asks once for the same: the next time it leads straight back, also from the sign-in page", async () => {
    const parameters = await asking();
    const browser = visitor();
    await browser.send(await browser.openConsentPage(parameters, ann.email), "consent", {
      decision: "allow",
    });
    const other = visitor();
    const page = await other.open(parameters);
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://app.example.com;",
    );
    for (const back of [await browser.open(parameters), await other.signIn(page, ann.email)]) {
      expect(back.status).toBe(303);
      const { code, ...others } = returned(back);
      expect(code).toMatch(/^ac_/);
      expect(others).toEqual({ state: parameters.state, iss: cloud().baseUrl });
    }
  });

  test("shows each scope in words, and tells what is new", async () => {
    const browser = visitor();
    const parameters = await asking({ scope: "READ_BOOKING" });
    const first = await browser.openConsentPage(parameters, ann.email);
    expect(first.text).not.toContain("See your profile");
    await browser.send(first, "consent", { decision: "allow" });
    const more = await browser.open({ ...parameters, scope: "READ_BOOKING WRITE_WEBHOOK" });
    expect(more.text).toMatch(/Manage your webhooks <em>new<\/em>/);
    expect(more.text.match(/<em>new<\/em>/g)).toHaveLength(1);
  });

  test.each([
    [{ scope: "READ_BOOKING EVERYTHING" }, "invalid_scope"],
    [{ scope: "ADMIN" }, "invalid_scope"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
  ])("tells the application of %o, before anybody signs in", async (more, error) => {
    const page = await visitor().open(await asking(more));
    expect(page.status).toBe(303);
    expect(returned(page)).toMatchObject({ error, iss: cloud().baseUrl, state: "s-1 & <2>" });
  });

  test("shows the names of applications and users as text, however they are written", async () => {
    const name = `<script>alert(1)</script>"'&`;
    const mallory = await makePerson({ name: `<img src=x onerror=alert(1)>` });
    const browser = visitor();
    const signIn = await browser.open(await asking({}, { name }));
    const consent = await browser.signIn(signIn, mallory.email);
    for (const { text } of [signIn, consent]) {
      expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
      expect(text).not.toMatch(/<script|<img/);
    }
  });
});

describe("the address of a form", () => {
  test.each(["sign-in", "sign-out", "consent", "provider-sign-in"])(
    "%s shows the page again when a browser opens it, as after a wrong password",
    async (form) => {
      const browser = visitor();
      const parameters = await asking();
      const address = `${cloud().baseUrl}/auth/oauth2/${form}?${new URLSearchParams(parameters)}`;
      const signIn = await browser.open(address);
      expect(signIn.status).toBe(200);
      const consent = await browser.signIn(signIn, ann.email);
      expect(consent.text).toContain("Allow");
      expect((await browser.open(address)).text).toContain("Allow");
    },
  );
});

describe("signing in", () => {
  test("says the same of a wrong password and an unknown address, and keeps what was typed", async () => {
    const browser = visitor();
    const page = await browser.open(await asking());
    const wrong = await browser.signIn(page, ann.email, "wrong");
    const unknown = await browser.signIn(page, "nobody@example.com", "wrong");
    expect(alertOf(wrong)).toBe("The email address or the password is wrong.");
    expect(wrong.text).toContain(`value="${ann.email}"`);
    const same = ({ text }: Page) => text.replace(/value="[^"]*"/g, "");
    expect(same(wrong)).toBe(same(unknown));
    expect(await browser.signIn(wrong, ann.email)).toMatchObject({ status: 200 });
  });

  test("leads back to the sign-in page by 303 after a wrong password, so that a reload sends nothing again", async () => {
    const browser = visitor();
    const parameters = await asking();
    const page = await browser.open(parameters);
    const wrong = await browser.send(page, "sign-in", { email: ann.email, password: "wrong" });
    expect(wrong.status).toBe(303);
    expect(wrong.location).toContain("/auth/oauth2/authorize?");
    expect(alertOf(await browser.open(wrong.location ?? ""))).toContain("wrong");
    const reloaded = await browser.open(wrong.location ?? "");
    expect([reloaded.status, alertOf(reloaded)]).toEqual([200, undefined]);
    expect(await browser.signIn(reloaded, ann.email)).toMatchObject({
      text: expect.stringContaining("Allow"),
    });
  });

  test("shows hostile text in the address field as text", async () => {
    const browser = visitor();
    const page = await browser.open(await asking());
    const wrong = await browser.signIn(page, `"><script>alert(1)</script>`, "x");
    expect(wrong.text).toContain("&lt;script&gt;");
    expect(wrong.text).not.toContain("<script");
  });

  test("tells of a lock only after the right password", async () => {
    const locked = await makePerson();
    await lockUser(OPERATOR, locked.id, true);
    const browser = visitor();
    const page = await browser.open(await asking());
    expect(alertOf(await browser.signIn(page, locked.email, "wrong"))).toContain("is wrong");
    expect(alertOf(await browser.signIn(page, locked.email))).toContain("locked");
  });

  test("is refused after ten failures, with the time to wait; a browser known before still gets in", async () => {
    const victim = await makePerson();
    const parameters = await asking();
    const known = visitor();
    await known.openConsentPage(parameters, victim.email);
    const attacker = visitor();
    const page = await attacker.open(parameters);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, async (_, guess) => {
        const twin = visitor();
        for (const [name, value] of attacker.cookies) twin.cookies.set(name, value);
        return alertOf(await twin.signIn(page, victim.email, `guess ${guess}`)) ?? "";
      }),
    );
    expect(guesses.filter((problem) => problem.includes("is wrong"))).toHaveLength(10);
    const refused = alertOf(await attacker.signIn(page, victim.email));
    expect(refused).toMatch(/^Too many failed attempts. Try again in \d+ s.$/);
    known.cookies.delete("almanac-session");
    known.cookies.delete("__Host-almanac-session");
    expect((await known.openConsentPage(parameters, victim.email)).text).toContain("Allow");
  });

  test("lasts for the next application, and ends by signing out, for a browser that has the cookie, too", async () => {
    const browser = visitor();
    await browser.openConsentPage(await asking(), ann.email);
    const consent = await browser.open(await asking());
    expect(consent.text).toContain("Ann Archer");
    const thief = visitor();
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    const signedOut = await browser.send(consent, "sign-out");
    expect(signedOut.status).toBe(303);
    expect((await browser.open(signedOut.location ?? "")).text).toContain("Password");
    expect((await thief.open(await asking())).text).toContain("Password");
    expect((await thief.send(consent, "consent", { decision: "allow" })).location).toContain("/authorize?");
  });

  test("ends with a new password and with a lock", async () => {
    const [changed, locked] = [await makePerson(), await makePerson()];
    const parameters = await asking();
    const browsers = [visitor(), visitor()] as const;
    const pages = [
      await browsers[0].openConsentPage(parameters, changed.email),
      await browsers[1].openConsentPage(parameters, locked.email),
    ] as const;
    await setPassword(OPERATOR, changed.id, "something else");
    await lockUser(OPERATOR, locked.id, true);
    for (const [at, page] of pages.entries()) {
      const back = await browsers[at === 0 ? 0 : 1].send(page, "consent", { decision: "allow" });
      expect(back.location).toContain("/auth/oauth2/authorize?");
    }
  });

  test("makes every line of the log without addresses, passwords, tokens and codes", async () => {
    const browser = visitor();
    const back = await browser.send(await browser.openConsentPage(await asking(), ann.email), "consent", {
      decision: "allow",
    });
    const lines = ["authorize", "sign-in", "consent"].flatMap((id) => cloud().logs(`oauth.${id}`)).join("\n");
    const { code = "" } = returned(back);
    for (const secret of [ann.email, PASSWORD, code, ...browser.cookies.values()])
      expect(lines).not.toContain(secret);
    expect(lines).toContain("signed_in");
  });
});
