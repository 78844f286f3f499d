import { beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { liveGrants } from "#lib/identity/credentials/live-credentials.ts";
import { grantAccess, makeApiKey, makeOwner, type Owner } from "#test/support/builders/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { alertOf, statusMessageOf } from "#test/support/pages/notices.ts";
import { formOf, PASSWORD, type Page, Visitor } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const address = (): string => `${cloud().baseUrl}/account`;

let owner: Owner;
let browser: Visitor;
beforeEach(async () => {
  owner = await makeOwner({ name: "Ann Archer" });
  browser = new Visitor(cloud().baseUrl);
});

/** Signs the owner in on the account page. */
const signIn = async (visitor = browser): Promise<Page> =>
  visitor.signIn(await visitor.open(address()), owner.person.email);

const keysOf = async ({ caller }: Owner): Promise<string[]> =>
  (await listApiKeys(OPERATOR, caller.userId)).filter((key) => !key.revokedAt).map(({ note }) => `${note}`);

describe("the password", () => {
  const next = { new_password: "another password", new_password_again: "another password" };

  test("is changed with the current one, which signs out all other browsers", async () => {
    const other = new Visitor(cloud().baseUrl);
    const [page] = [await signIn(), await signIn(other)];
    const after = await browser.sendAndFollow(page, "change-password", {
      current_password: PASSWORD,
      ...next,
    });
    expect(statusMessageOf(after)).toContain("Your password is changed");
    expect((await other.open(address())).text).toContain("to manage your account");
    expect(alertOf(await signIn(other))).toContain("is wrong");
    const signedIn = await other.signIn(await other.open(address()), owner.person.email, "another password");
    expect(signedIn.text).toContain("Your account");
  });

  test.each([
    [{ current_password: "wrong", ...next }, "The current password is wrong"],
    [{ current_password: PASSWORD, ...next, new_password: "different" }, "differ"],
    [{ current_password: PASSWORD, new_password: "short", new_password_again: "short" }, "8 to 1,024"],
    [{}, "8 to 1,024"],
  ])("is not changed by %j", async (fields, problem) => {
    const after = await browser.sendAndFollow(await signIn(), "change-password", fields);
    expect(alertOf(after)).toContain(problem);
    expect((await signIn(new Visitor(cloud().baseUrl))).text).toContain("Your account");
  });

  test("can't be guessed there: wrong passwords count as failed sign-ins", async () => {
    let page = await signIn();
    for (let guess = 0; guess < 11; guess += 1)
      page = await browser.sendAndFollow(page, "change-password", {
        current_password: `guess ${guess}`,
        ...next,
      });
    expect(alertOf(page)).toContain("Too many failed attempts");
  });
});

test("signing out everywhere ends all sessions, but revokes neither keys nor access", async () => {
  const key = await makeApiKey(owner, "Report");
  await grantAccess(owner, "Room planner");
  const other = new Visitor(cloud().baseUrl);
  const [page] = [await signIn(), await signIn(other)];
  const after = await browser.sendAndFollow(page, "sign-out-everywhere");
  expect([after.url, statusMessageOf(after)]).toEqual([address(), "You are signed out in every browser."]);
  expect((await other.open(address())).text).toContain("to manage your account");
  const response = await fetch(`${cloud().baseUrl}/me`, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  expect(await liveGrants(owner.person.id)).toHaveLength(1);
});

describe("a form of the account page", () => {
  const FORMS = [
    "revoke-access",
    "create-api-key",
    "revoke-api-key",
    "change-password",
    "sign-out-everywhere",
  ];

  test.each(FORMS)(
    "%s does nothing without its token, or with that of another session or form",
    async (name) => {
      await grantAccess(owner, "Room planner");
      await makeApiKey(owner, "Report");
      const page = await signIn();
      const other = new Visitor(cloud().baseUrl);
      const { action, fields } = formOf(page, name);
      const foreign = formOf(await signIn(other), name).fields;
      const wrongForm = formOf(page, "sign-out").fields;
      const typed = {
        name: "New",
        expires: "30",
        current_password: PASSWORD,
        new_password: "another password",
      };
      const responses = [
        await browser.post(action, typed),
        await browser.post(action, { ...typed, ...foreign }),
        await browser.post(action, { ...typed, ...wrongForm }),
        await new Visitor(cloud().baseUrl).post(action, { ...typed, ...fields }),
        await browser.post(action, { ...typed, ...fields }, { Origin: "https://evil.example" }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      expect((await browser.open(address())).text).toContain("Your account");
      expect([await keysOf(owner), (await liveGrants(owner.person.id)).length]).toEqual([["Report"], 1]);
    },
  );

  test.each(FORMS)(
    "%s does nothing after the session has ended, and shows the sign-in page",
    async (name) => {
      await grantAccess(owner, "Room planner");
      await makeApiKey(owner, "Report");
      const page = await signIn();
      const cookies = new Map(browser.cookies);
      await browser.sendAndFollow(page, "sign-out");
      for (const [cookie, value] of cookies) browser.cookies.set(cookie, value);
      const after = await browser.sendAndFollow(page, name, { name: "New", expires: "30" });
      expect(after.text).toContain("to manage your account");
      expect([await keysOf(owner), (await liveGrants(owner.person.id)).length]).toEqual([["Report"], 1]);
    },
  );

  test.each(FORMS)("%s has a URL that shows the page when a browser opens it", async (name) => {
    const page = await browser.open(`${address()}/${name}`);
    expect((await browser.signIn(page, owner.person.email)).url).toBe(address());
  });
});
