import { beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { WebhookOfUser } from "#lib/delivery/subscriptions/entity.ts";
import { hashBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { liveGrants } from "#lib/identity/credentials/live-credentials.ts";
import { SessionItem } from "#lib/identity/sign-in/entity.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import {
  fillAccount,
  grantAccess,
  makeApiKey,
  makeOwner,
  type Owner,
} from "#test/support/builders/account.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { alertOf, statusMessageOf } from "#test/support/pages/notices.ts";
import { formOf, makeClient, type Page, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const address = (): string => `${cloud().baseUrl}/account`;

let owner: Owner;
let browser: Visitor;
beforeEach(async () => {
  owner = await makeOwner({ name: "Ann Archer" });
  browser = new Visitor(cloud().baseUrl);
});

/** Signs the owner in on the account page. */
const signIn = async (): Promise<Page> => browser.signIn(await browser.open(address()), owner.person.email);

const keysOf = async ({ caller }: Owner): Promise<string[]> =>
  (await listApiKeys(OPERATOR, caller.userId)).filter((key) => !key.revokedAt).map(({ note }) => `${note}`);
const keyIn = ({ text }: Page): string | undefined => /<p class="secret"[^>]*>([^<]*)</.exec(text)?.[1];

describe("the account page", () => {
  test("requires a sign-in, redirects back to itself, and shows everything with access to the account", async () => {
    await fillAccount(owner);
    const before = await browser.open(address());
    expect([before.status, before.text]).toEqual([200, expect.stringContaining("to manage your account")]);
    const wrong = await browser.signIn(before, owner.person.email, "wrong");
    expect([wrong.url, alertOf(wrong)]).toEqual([address(), expect.stringContaining("is wrong")]);
    const page = await browser.signIn(wrong, owner.person.email);
    expect([page.url, page.status]).toEqual([address(), 200]);
    for (const shown of [
      "Ann Archer",
      "Room planner",
      "Create, change and cancel bookings for you",
      "Calendar &lt;b&gt;sync&lt;/b&gt;",
      "Nightly report",
      "Office hours",
      "Shift &lt;b&gt;plan&lt;/b&gt;",
      "https://example.com/failing",
      "3 failures",
      "Disabled",
    ])
      expect(page.text).toContain(shown);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  test("shows only the user's own, also to a system admin", async () => {
    const other = await makeOwner();
    await fillAccount(other);
    owner = await makeOwner({ role: "ADMIN" });
    const { text } = await signIn();
    for (const shown of ["Room planner", "Nightly report", "Office hours", "Shift", "https://example.com/"])
      expect(text).not.toContain(shown);
  });

  test("is linked from the consent page, for revoking access", async () => {
    const { client } = await makeClient();
    const { text } = await browser.openConsentPage(
      { client_id: client.id, redirect_uri: REDIRECT_URI },
      owner.person.email,
    );
    const [, link = ""] = /<a href="([^"]*)"[^>]*>revoke access at any time/.exec(text) ?? [];
    expect((await browser.open(new URL(link, address()).href)).text).toContain("Your account");
  });

  test("shows a note if there are more webhooks than it lists", async () => {
    await makeWebhook(owner.caller);
    const [webhook] = await queryAll(WebhookOfUser, { userId: owner.person.id });
    if (!webhook) throw new Error("The user has no webhook.");
    const copies = Array.from({ length: 80 }, (_, at) => put(WebhookOfUser, { ...webhook, id: `wh_0${at}` }));
    for (const copy of copies) await writeOne(copy);
    const { text } = await signIn();
    expect(text.match(/https:\/\/example\.com\/hook/g)).toHaveLength(80);
    expect(text).toContain("There are more webhooks");
  });

  test("reads everything in four round trips", async () => {
    await fillAccount(owner);
    await signIn();
    const lines = cloud()
      .logs("account.show")
      .map((line) => JSON.parse(line));
    expect(lines.findLast(({ event }) => event === "call")).toMatchObject({ roundTrips: 4 });
  });
});

describe("access of applications", () => {
  test("is revoked for one application, by 303, and a repeated form changes nothing", async () => {
    await grantAccess(owner, "Room planner");
    await grantAccess(owner, "Calendar");
    const page = await signIn();
    const { action, fields } = formOf(page, "revoke-access");
    const sent = await browser.post(action, fields);
    expect([sent.status, sent.location]).toEqual([303, address()]);
    expect(statusMessageOf(await browser.open(address()))).toBe(
      "Calendar no longer has access to your account.",
    );
    const again = await browser.open((await browser.post(action, fields)).location ?? "");
    expect([statusMessageOf(again), alertOf(again)]).toEqual([
      expect.stringContaining("no longer"),
      undefined,
    ]);
    expect(await liveGrants(owner.person.id)).toHaveLength(1);
    expect(statusMessageOf(await browser.open(address()))).toBeUndefined();
  });

  test("is revoked for all applications", async () => {
    await grantAccess(owner, "Room planner");
    await grantAccess(owner, "Calendar");
    const page = await signIn();
    const all = { ...page, text: page.text.slice(page.text.indexOf("<details>")) };
    const after = await browser.sendAndFollow(all, "revoke-access");
    expect(after.text).toContain("No application has access to your account.");
    expect(await liveGrants(owner.person.id)).toEqual([]);
  });
});

describe("API keys", () => {
  test("are created and shown once; a repeated form creates no second key", async () => {
    const page = await signIn();
    const { action, fields } = formOf(page, "create-api-key");
    const form = { ...fields, name: "Report", expires: "30" };
    const [first, second] = await Promise.all([browser.post(action, form), browser.post(action, form)]);
    const key = keyIn(first) ?? "";
    expect([first.status, first.headers.get("cache-control"), keyIn(second)]).toEqual([200, "no-store", key]);
    expect(await keysOf(owner)).toEqual(["Report"]);
    const answer = await fetch(`${cloud().baseUrl}/me`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    const after = await browser.open(address());
    expect(after.text).toContain("Report");
    expect(after.text).not.toContain(key);
    expect(statusMessageOf(await browser.sendAndFollow(after, "revoke-api-key"))).toBe(
      "The API key Report is revoked.",
    );
    const late = await browser.open((await browser.post(action, form)).location ?? "");
    expect(statusMessageOf(late)).toContain("is revoked");
    expect(cloud().logs("account.create-api-key").join("\n")).not.toContain(key);
  });

  test.each([
    [{ name: " ", expires: "30" }, "Enter a name"],
    [{ name: "x".repeat(201), expires: "30" }, "Enter a name"],
    [{ name: "Report", expires: "tomorrow" }, "Choose when"],
    [{ name: "Report" }, "Choose when"],
  ])("are not created by %j", async (fields, problem) => {
    const after = await browser.sendAndFollow(await signIn(), "create-api-key", fields);
    expect(alertOf(after)).toContain(problem);
    expect(await keysOf(owner)).toEqual([]);
  });

  test("need a sign-in within the last ten minutes", async () => {
    const page = await signIn();
    const hash = hashBrowserToken(browser.cookies.get("__Host-almanac-session") ?? "");
    const endsAt = Math.floor(Date.now() / 1000) + 43_200 - 601;
    await writeOne(update(SessionItem, { hash }, { set: { endsAt } }));
    const after = await browser.sendAndFollow(page, "create-api-key", { name: "Report", expires: "30" });
    expect(alertOf(after)).toContain("Sign in again");
    expect(await keysOf(owner)).toEqual([]);
    const section = { ...after, text: after.text.slice(after.text.indexOf("ten minutes ago")) };
    const signInPage = await browser.sendAndFollow(section, "sign-out");
    expect((await browser.signIn(signInPage, owner.person.email)).text).toContain("Create API key");
  });

  test("of another user can't be revoked", async () => {
    const other = await makeOwner();
    await makeApiKey(other, "Theirs");
    await makeApiKey(owner, "Mine");
    const visitor = new Visitor(cloud().baseUrl);
    const otherPage = await visitor.signIn(await visitor.open(address()), other.person.email);
    const theirs = formOf(otherPage, "revoke-api-key");
    const mine = formOf(await signIn(), "revoke-api-key");
    const answers = [
      await browser.post(theirs.action, theirs.fields),
      await browser.post(theirs.action, mine.fields),
      await browser.post(mine.action, theirs.fields),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([await keysOf(owner), await keysOf(other)]).toEqual([["Mine"], ["Theirs"]]);
  });
});
