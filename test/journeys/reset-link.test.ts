import { beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import {
  formOf,
  makeClient,
  makePerson,
  type Page,
  REDIRECT_URI,
  Visitor,
} from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const password = "a new password, longer";
const typed = { password, repeated: password };

let person: Account;
let url: string;
let browser: Visitor;

beforeEach(async () => {
  // Without a password, because hashing one takes long.
  person = await makePerson({ password: undefined });
  ({ url } = await createResetLink(OPERATOR, person.id, cloud().baseUrl));
  browser = new Visitor(cloud().baseUrl);
});

/** Sends the form, and opens the page to which it redirects. */
async function sendForm(page: Page, fields: Record<string, string> = {}): Promise<Page> {
  const { status, location = "" } = await browser.send(page, "reset", fields);
  expect(status).toBe(303);
  return browser.open(location);
}

const problemIn = ({ text }: Page): string | undefined =>
  /role="alert" id="problem">([^<]*)</.exec(text)?.[1];

test("a link opens a form, the form leads to a confirmation, and the new password works", async () => {
  const page = await browser.open(url);
  expect([page.status, page.text.includes(person.email)]).toEqual([200, true]);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  await browser.open(url);
  const changed = await browser.send(page, "reset", typed);
  expect([changed.status, changed.location]).toEqual([303, `${cloud().baseUrl}/account/reset?changed=1`]);
  const { text } = await browser.open(changed.location ?? "");
  expect(text).toContain("Your password was changed");
  expect(text).toMatch(/<a class="button" href="[^"]*\/account">Sign in<\/a>/);
  const { client } = await makeClient();
  const signIn = await browser.open({ client_id: client.id, redirect_uri: REDIRECT_URI });
  expect((await browser.signIn(signIn, person.email, password)).text).toContain("Allow");
  const used = await new Visitor(cloud().baseUrl).open(url);
  expect([used.status, used.text.includes("This link does not work")]).toEqual([400, true]);
});

test("wrong, used, replaced and missing tokens get the same page", async () => {
  const newer = await createResetLink(OPERATOR, person.id, cloud().baseUrl);
  const addresses = [
    url,
    `${newer.url}x`,
    `${cloud().baseUrl}/account/reset`,
    url.replace(/pr_\d+/, "pr_999999"),
  ];
  const pages = await Promise.all(addresses.map((address) => browser.open(address)));
  expect(pages.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const texts = pages.map(({ text }) => text.replace(/Request id: [^<]*/, ""));
  expect(new Set(texts).size).toBe(1);
  expect((await browser.send(await browser.open(newer.url), "reset", typed)).status).toBe(303);
});

describe("a form", () => {
  test("without a token or with that of another browser changes nothing and links back to it", async () => {
    const page = await browser.open(url);
    const { action, fields } = formOf(page, "reset");
    const other = new Visitor(cloud().baseUrl);
    const otherPage = await other.open(url);
    const answers = [
      await browser.post(action, typed),
      await other.post(action, { ...fields, ...typed }),
      await new Visitor(cloud().baseUrl).post(action, { ...fields, ...typed }),
    ];
    for (const { status, text } of answers)
      expect([status, text.includes("This page has expired"), text.includes(url.slice(-43))]).toEqual([
        403,
        true,
        true,
      ]);
    expect((await other.send(otherPage, "reset", typed)).status).toBe(303);
  });

  test("from another site's page is rejected", async () => {
    const { action, fields } = formOf(await browser.open(url), "reset");
    const foreign = await browser.post(action, { ...fields, ...typed }, { "Sec-Fetch-Site": "cross-site" });
    expect([foreign.status, (await browser.open(url)).status]).toEqual([403, 200]);
  });

  test("with a short password or two different ones is shown again, and works then", async () => {
    const page = await browser.open(url);
    const short = await sendForm(page, { password: "short", repeated: "short" });
    const different = await sendForm(short, { password, repeated: `${password}.` });
    const none = await sendForm(page);
    expect([short, different, none].map(problemIn)).toEqual([
      "The new password must have 8 to 1,024 characters. Your password was not changed.",
      "The new passwords differ. Your password was not changed.",
      "The new password must have 8 to 1,024 characters. Your password was not changed.",
    ]);
    expect((await sendForm(different, typed)).text).toContain("Your password was changed");
  });

  test("sent twice leads to the confirmation twice", async () => {
    const page = await browser.open(url);
    const answers = await Promise.all([1, 2].map(() => browser.send(page, "reset", typed)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await browser.open(url)).status).toBe(400);
  });
});

test("a locked user gets an error", async () => {
  const page = await browser.open(url);
  await lockUser(OPERATOR, person.id, true);
  const answers = [await browser.open(url), await browser.send(page, "reset", typed)];
  expect(answers.map(({ status, text }) => [status, text.includes("This account is locked")])).toEqual([
    [403, true],
    [403, true],
  ]);
});

test("no log line of the pages contains the token or the email address", async () => {
  await browser.send(await browser.open(url), "reset", typed);
  const lines = [...cloud().logs("account.reset"), ...cloud().logs("account.reset-password")].join("\n");
  expect(lines).toContain('"endpoint":"account.reset"');
  for (const secret of [url.slice(-43), person.email, password]) expect(lines).not.toContain(secret);
});
