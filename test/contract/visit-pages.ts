import { scryptSync } from "node:crypto";
import { expect } from "vitest";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { OPERATOR } from "#lib/caller.ts";
import { hashBrowserToken, newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { SessionItem } from "#lib/identity/sign-in/entity.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import { createSession } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { createDecideToken } from "#lib/mail/decide/links.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { fillAccount, grantAccess, makeOwner } from "#test/support/builders/account.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import type { OpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { followProviderRedirects, refreshTarget } from "#test/support/pages/provider-redirects.ts";
import { makeClient, makePerson, PASSWORD, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";
import { allowCheck, exampleFeedUrl, recordWrittenEvents } from "./example-feed.ts";

/** Uses all pages, with all permissions of their functions. */
export async function visitPages(baseUrl: string, provider: OpenIdProvider): Promise<void> {
  const [{ id, email }, { client }] = [await makePerson(), await makeClient()];
  const parameters = { client_id: client.id, redirect_uri: REDIRECT_URI };
  const browser = new Visitor(baseUrl);
  await storeOldHash(id);
  const page = await browser.open(parameters);
  const consent = await browser.signIn(page, email);
  const back = await browser.send(consent, "consent", { decision: "allow" });
  expect(back.location).toContain("code=");
  // A session that has been idle for a while is prolonged by the next opened page.
  for (const decision of ["allow", undefined]) {
    const again = await idleBrowser(baseUrl, id);
    expect((await again.open(parameters)).location).toContain("code=");
    const next = await again.open({ ...parameters, prompt: "consent" });
    await makeIdle(again);
    if (decision) await again.send(next, "consent", { decision });
    else await again.post(`${baseUrl}/auth/oauth2/sign-in?${new URLSearchParams(parameters)}`, {});
  }
  const other = new Visitor(baseUrl);
  provider.account = { sub: "somebody", email, email_verified: true };
  const redirect = await other.send(await other.open(parameters), "provider-sign-in");
  const signedIn = await other.open(await followProviderRedirects(other, refreshTarget(redirect)));
  expect(signedIn.location).toContain("/authorize?");
  await browser.send(consent, "sign-out");
  const { url } = await createResetLink(OPERATOR, id, baseUrl);
  const password = "a new password, longer";
  const changed = await browser.send(await browser.open(url), "reset", { password, repeated: password });
  expect(changed.location).toContain("changed=1");
}

/** Decides about requests with the links in mails. */
export async function visitDecisions(baseUrl: string): Promise<void> {
  for (const decision of ["accept", "reject"]) {
    const host = await makeHost();
    const eventType = await makeEventType(host, { requiresConfirmation: true, seatsPerTimeSlot: 2 });
    const booking = await book(host, eventType, { start: "2031-06-02T09:00:00Z" });
    const visitor = new Visitor(baseUrl);
    const page = await visitor.open(`${baseUrl}/decide/${await createDecideToken(booking)}/${decision}`);
    const decided = await visitor.sendAndFollow(page, decision);
    expect([decided.status, decided.text]).toEqual([200, expect.not.stringContaining("<form")]);
  }
}

/** Uses every form of the account page, each with a session that was idle for a while. */
export async function visitAccount(baseUrl: string): Promise<void> {
  const owner = await makeOwner();
  const page = `${baseUrl}/account`;
  const send = async (name: string, fields: Record<string, string> = {}, after = ""): Promise<void> => {
    const browser = await idleBrowser(baseUrl, owner.person.id);
    const whole = await browser.open(page);
    const shown = { ...whole, text: whole.text.slice(whole.text.indexOf(after)) };
    await makeIdle(browser);
    const answer = await browser.sendAndFollow(shown, name, fields);
    expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('class="alert" role')]);
  };
  await fillAccount(owner);
  await send("revoke-access", {}, "<details>");
  await grantAccess(owner, "Calendar");
  await send("revoke-access");
  await send("create-api-key", { name: "Report", expires: "30" });
  await send("revoke-api-key");
  await send("connect-calendar?type=ics", { url: await exampleFeedUrl(), name: "Feed" });
  const { calendars } = await readCalendars(owner.person.id);
  for (const calendar of calendars) await allowCheck(calendar);
  await send("sync-calendar");
  await send("update-calendar-connection", { url: await exampleFeedUrl() });
  await send("update-calendar", {}, "<bdi>Feed");
  await send("update-calendar", {}, "<bdi>Feed");
  // Only the first reading of a feed has a busy time.
  await send("update-calendar-connection", { url: await exampleFeedUrl() });
  await recordWrittenEvents(owner.person.id);
  await send("disconnect-calendar", {}, "<bdi>Feed");
  const again = { new_password: "another password", new_password_again: "another password" };
  await send("change-password", { current_password: PASSWORD, ...again });
  await send("sign-out-everywhere");
}

/** Stores the password as a hash with smaller, earlier parameters. */
async function storeOldHash(id: number): Promise<void> {
  const salt = Buffer.from("saltsaltsaltsalt");
  const hash = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
  const passwordHash = `$scrypt$ln=4,r=8,p=1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  await writeOne(update(UserItem, { id }, { set: { passwordHash } }));
}

async function idleBrowser(baseUrl: string, id: number): Promise<Visitor> {
  const user = await findItem(UserItem, { id });
  if (!user) throw new Error("User not found.");
  const browser = new Visitor(baseUrl);
  browser.cookies.set("__Host-almanac-session", await createSession(user));
  await makeIdle(browser);
  return browser;
}

async function makeIdle(browser: Visitor): Promise<void> {
  const token = browser.cookies.get("__Host-almanac-session") ?? newBrowserToken();
  const ttl = Math.floor(Date.now() / 1000) + 600;
  await writeOne(update(SessionItem, { hash: hashBrowserToken(token) }, { set: { ttl } }));
}
