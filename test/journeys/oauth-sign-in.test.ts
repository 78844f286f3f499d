import { beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { hashBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { SessionItem } from "#lib/identity/sign-in/entity.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { alertOf } from "#test/support/pages/notices.ts";
import {
  makePerson,
  newRequest,
  PASSWORD,
  type Page,
  returnedParameters,
  Visitor,
} from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const visitor = (): Visitor => new Visitor(cloud().baseUrl);

let ann: Account;
beforeAll(async () => {
  ann = await makePerson({ name: "Ann Archer" });
});

describe("signing in", () => {
  test("shows the same error for a wrong password and an unknown email address, and keeps the typed one", async () => {
    const browser = visitor();
    const page = await browser.open(await newRequest());
    const wrong = await browser.signIn(page, ann.email, "wrong");
    const unknown = await browser.signIn(page, "nobody@example.com", "wrong");
    expect(alertOf(wrong)).toBe("The email address or the password is wrong.");
    expect(wrong.text).toContain(`value="${ann.email}"`);
    const same = ({ text }: Page) => text.replace(/value="[^"]*"/g, "");
    expect(same(wrong)).toBe(same(unknown));
    expect(await browser.signIn(wrong, ann.email)).toMatchObject({ status: 200 });
  });

  test("redirects to the sign-in page by 303 after a wrong password, so that a reload sends no form", async () => {
    const browser = visitor();
    const parameters = await newRequest();
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

  test("escapes the typed email address", async () => {
    const browser = visitor();
    const page = await browser.open(await newRequest());
    const wrong = await browser.signIn(page, `"><script>alert(1)</script>`, "x");
    expect(wrong.text).toContain("&lt;script&gt;");
    expect(wrong.text).not.toContain("<script");
  });

  test("shows that the user is locked only after the right password", async () => {
    const locked = await makePerson();
    await lockUser(OPERATOR, locked.id, true);
    const browser = visitor();
    const page = await browser.open(await newRequest());
    expect(alertOf(await browser.signIn(page, locked.email, "wrong"))).toContain("is wrong");
    expect(alertOf(await browser.signIn(page, locked.email))).toContain("locked");
  });

  test("is rejected after ten failures, with the time to wait, except in a browser with an earlier sign-in", async () => {
    const victim = await makePerson();
    const parameters = await newRequest();
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

  test("starts a session for all applications; signing out ends it also for a copy of its cookie", async () => {
    const browser = visitor();
    await browser.openConsentPage(await newRequest(), ann.email);
    const consent = await browser.open(await newRequest());
    expect(consent.text).toContain("Ann Archer");
    const thief = visitor();
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    const signedOut = await browser.send(consent, "sign-out");
    expect(signedOut.status).toBe(303);
    expect((await browser.open(signedOut.location ?? "")).text).toContain("Password");
    expect((await thief.open(await newRequest())).text).toContain("Password");
    expect((await thief.send(consent, "consent", { decision: "allow" })).location).toContain("/authorize?");
  });

  test("is needed again for a new application after ten minutes, and returns to the consent page", async () => {
    const browser = visitor();
    await browser.openConsentPage(await newRequest(), ann.email);
    const hash = hashBrowserToken(browser.cookies.get("__Host-almanac-session") ?? "");
    const endsAt = Math.floor(Date.now() / 1000) + 43_200 - 601;
    await writeOne(update(SessionItem, { hash }, { set: { endsAt } }));
    const page = await browser.open(await newRequest());
    expect(page.text).toContain("Sign in again");
    expect(page.text).toContain(`value="${ann.email}"`);
    const wrong = await browser.signIn(page, ann.email, "wrong");
    expect([alertOf(wrong), wrong.text]).toEqual([
      expect.stringContaining("is wrong"),
      expect.stringContaining("Sign in again"),
    ]);
    const consent = await browser.signIn(wrong, ann.email);
    const back = await browser.send(consent, "consent", { decision: "allow" });
    expect(returnedParameters(back)).toHaveProperty("code");
  });

  test("starts a session that ends with a new password or a lock", async () => {
    const [changed, locked] = [await makePerson(), await makePerson()];
    const parameters = await newRequest();
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

  test("logs no email addresses, passwords, tokens or codes", async () => {
    const browser = visitor();
    const back = await browser.send(await browser.openConsentPage(await newRequest(), ann.email), "consent", {
      decision: "allow",
    });
    const lines = ["authorize", "sign-in", "consent"].flatMap((id) => cloud().logs(`oauth.${id}`)).join("\n");
    const { code = "" } = returnedParameters(back);
    for (const secret of [ann.email, PASSWORD, code, ...browser.cookies.values()])
      expect(lines).not.toContain(secret);
    expect(lines).toContain("signed_in");
  });
});
