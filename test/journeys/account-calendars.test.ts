import { beforeEach, expect, test } from "vitest";
import { listCalendars } from "#lib/calendar/external/list.ts";
import { makeOwner, type Owner } from "#test/support/builders/account.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { alertOf, statusMessageOf } from "#test/support/pages/notices.ts";
import { formOf, type Page, Visitor } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();

let owner: Owner;
let browser: Visitor;
beforeEach(async () => {
  owner = await makeOwner();
  browser = new Visitor(cloud().baseUrl);
});

const signIn = async (visitor = browser, { person } = owner): Promise<Page> =>
  visitor.signIn(await visitor.open(`${cloud().baseUrl}/account`), person.email);

const calendarsOf = async ({ caller }: Owner) =>
  (await readList(listCalendars(caller, {}))).map(({ name, countsAsBusy }) => ({ name, countsAsBusy }));

test("a calendar is connected; a repeated form connects no second one", async () => {
  const page = await signIn();
  const { action, fields } = formOf(page, "connect-calendar");
  const form = { ...fields, name: " Work " };
  const answers = [await browser.post(action, form), await browser.post(action, form)];
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(statusMessageOf(await browser.open(answers[1]?.location ?? ""))).toBe(
    "The calendar Work is connected.",
  );
  expect(await calendarsOf(owner)).toEqual([{ name: "Work", countsAsBusy: true }]);
});

test.each<Record<string, string>>([{ name: " " }, { name: "x".repeat(201) }, {}])(
  "a calendar is not connected by %j",
  async (fields) => {
    const after = await browser.sendAndFollow(await signIn(), "connect-calendar", fields);
    expect(alertOf(after)).toContain("Enter a name");
    expect(await calendarsOf(owner)).toEqual([]);
  },
);

test("the limit of calendars is shown as a sentence", async () => {
  for (let count = 0; count < 10; count += 1) await connectPushed(owner.caller);
  const after = await browser.sendAndFollow(await signIn(), "connect-calendar", { name: "Work" });
  expect(alertOf(after)).toContain("at most 10 calendar connections");
});

test("a user chooses whether a calendar closes slots", async () => {
  const { calendarId } = await connectPushed(owner.caller, "Work");
  const page = await signIn();
  expect(page.text).toContain("No busy times yet");
  const day = { from: "2031-03-03T00:00:00Z", to: "2031-03-04T00:00:00Z" };
  await pushBusy(owner.caller, calendarId, { ...day, busy: [] });
  const ignored = await browser.sendAndFollow(page, "update-calendar");
  expect(statusMessageOf(ignored)).toBe("The busy times of Work no longer close slots.");
  expect(ignored.text).not.toContain("No busy times yet");
  expect(await calendarsOf(owner)).toEqual([{ name: "Work", countsAsBusy: false }]);
  const used = await browser.sendAndFollow(ignored, "update-calendar");
  expect(statusMessageOf(used)).toBe("The busy times of Work close slots.");
  expect(await calendarsOf(owner)).toEqual([{ name: "Work", countsAsBusy: true }]);
});

test("a calendar is disconnected, and a repeated form changes nothing", async () => {
  await connectPushed(owner.caller, "Work");
  await connectPushed(owner.caller, "Private");
  const { action, fields } = formOf(await signIn(), "disconnect-calendar");
  const first = await browser.open((await browser.post(action, fields)).location ?? "");
  expect(statusMessageOf(first)).toBe("Disconnected: Work.");
  const second = await browser.open((await browser.post(action, fields)).location ?? "");
  expect(statusMessageOf(second)).toBe("The calendar is disconnected.");
  expect(await calendarsOf(owner)).toEqual([{ name: "Private", countsAsBusy: true }]);
});

test.each(["update-calendar", "disconnect-calendar"])(
  "%s of another user's calendar is rejected",
  async (name) => {
    const other = await makeOwner();
    await connectPushed(other.caller, "Theirs");
    await connectPushed(owner.caller, "Mine");
    const visitor = new Visitor(cloud().baseUrl);
    const theirs = formOf(await signIn(visitor, other), name);
    const mine = formOf(await signIn(), name);
    const answers = [
      await browser.post(theirs.action, theirs.fields),
      await browser.post(theirs.action, mine.fields),
      await browser.post(mine.action, theirs.fields),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([await calendarsOf(owner), await calendarsOf(other)]).toEqual([
      [{ name: "Mine", countsAsBusy: true }],
      [{ name: "Theirs", countsAsBusy: true }],
    ]);
  },
);
