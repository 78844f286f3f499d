import { beforeEach, describe, expect, test } from "vitest";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { listCalendars } from "#lib/calendar/external/list.ts";
import { hashBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { SessionItem } from "#lib/identity/sign-in/entity.ts";
import { replace, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { calendarOf, eventOf } from "#test/lib/calendar/external/calendars.ts";
import { makeOwner, type Owner } from "#test/support/builders/account.ts";
import { connect, connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { type CalendarStub, startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { startSilentServer } from "#test/support/network/silent-server.ts";
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

/** The forms that connect calendars. */
const PUSHED = "connect-calendar?type=pushed";
const FEED = "connect-calendar?type=ics";
const ACCOUNT = "connect-calendar?type=caldav";

const busy = () => startCalendarStub(calendarOf(eventOf()));
/** The fields of the form that connects an account at a server. */
const accountAt = ({ url, password }: CalendarStub) => ({ url: `${url}/`, username: "ann", password });

const calendarsOf = async ({ caller }: Owner) =>
  (await readList(listCalendars(caller, {}))).map(({ name, countsAsBusy }) => ({ name, countsAsBusy }));

test("a calendar is connected; a repeated form connects no second one", async () => {
  const page = await signIn();
  const { action, fields } = formOf(page, PUSHED);
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
    const after = await browser.sendAndFollow(await signIn(), PUSHED, fields);
    expect(alertOf(after)).toMatch(/^The name .* No calendar was connected\.$/);
    expect(await calendarsOf(owner)).toEqual([]);
  },
);

test("the limit of calendars is shown as a sentence", async () => {
  for (let count = 0; count < 10; count += 1) await connectPushed(owner.caller);
  const after = await browser.sendAndFollow(await signIn(), PUSHED, { name: "Work" });
  expect(alertOf(after)).toContain("at most 10 calendar connections");
});

test("an account is connected, and chosen for busy times and bookings", async () => {
  const stub = await busy();
  Object.assign(stub, { password: "app password of Ann", calendars: ["/ann/work/", "/ann/home/"] });
  const connected = await browser.sendAndFollow(await signIn(), ACCOUNT, accountAt(stub));
  expect(statusMessageOf(connected)).toBe(
    "All 2 calendars of ann (127.0.0.1) are connected. work closes slots.",
  );
  expect(await calendarsOf(owner)).toEqual([
    { name: "work", countsAsBusy: true },
    { name: "home", countsAsBusy: false },
  ]);
  expect(connected.text).not.toContain(stub.password);
  expect(connected.text.match(/>Disconnect</g)).toHaveLength(1);
  const written = await browser.sendAndFollow(connected, formNamed(connected, "destination=yes"));
  expect(statusMessageOf(written)).toBe("Bookings are written to work.");
  const stopped = await browser.sendAndFollow(written, formNamed(written, "destination=no"));
  expect(statusMessageOf(stopped)).toBe("Bookings are no longer written to work.");
  const disconnected = await browser.sendAndFollow(stopped, "disconnect-calendar");
  expect(statusMessageOf(disconnected)).toBe("Disconnected: work, home.");
});

test("another server gets bookings only after a sign-in within the last ten minutes", async () => {
  const stub = await busy();
  const connected = await browser.sendAndFollow(await signIn(), ACCOUNT, accountAt(stub));
  const hash = hashBrowserToken(browser.cookies.get("__Host-almanac-session") ?? "");
  const endsAt = Math.floor(Date.now() / 1000) + 43_200 - 601;
  await writeOne(update(SessionItem, { hash }, { set: { endsAt } }));
  const after = await browser.sendAndFollow(connected, formNamed(connected, "destination=yes"));
  expect(alertOf(after)).toContain("Sign in again");
  expect(formNamed(after, "destination=yes")).toBeDefined();
  const other = await busy();
  const changed = await browser.sendAndFollow(after, "update-calendar-connection", accountAt(other));
  expect(statusMessageOf(changed)).toContain("The change is saved.");
  expect(other.received).toEqual([]);
});

test("a feed is connected once by a repeated form, and again by other fields; it can't be a destination", async () => {
  const stub = await busy();
  const { action, fields } = formOf(await signIn(), FEED);
  const send = async (typed: Record<string, string>) =>
    browser.open((await browser.post(action, { ...fields, ...typed })).location ?? "");
  const feed = { url: `${stub.url}/feed.ics`, name: "" };
  for (let sent = 0; sent < 2; sent += 1)
    expect(statusMessageOf(await send(feed))).toBe("The calendar 127.0.0.1 is connected.");
  const page = await send({ ...feed, name: "Shifts" });
  expect(statusMessageOf(page)).toBe("The calendar Shifts is connected.");
  expect((await calendarsOf(owner)).map(({ name }) => name)).toEqual(["127.0.0.1", "Shifts"]);
  expect(page.text).not.toContain("feed.ics");
  expect(page.text).not.toContain("destination=");
});

describe("a calendar is not connected", () => {
  test.each([
    [FEED, { url: "" }, "The address is required."],
    [FEED, { url: "http://10.0.0.1/" }, "The address must be a public address."],
    [FEED, { url: "https://example.com/", name: "x".repeat(201) }, "The name must have at most 200"],
    [ACCOUNT, { url: "https://example.com/", username: "ann" }, "The app password is required."],
    [
      ACCOUNT,
      { url: "https://example.com/", username: "a:b", password: "x" },
      "The user name must not contain",
    ],
    [PUSHED, { name: "Work", userId: "1" }, "The form"],
  ])("by the form %s with %j", async (form, fields, problem) => {
    const after = await browser.sendAndFollow(await signIn(), form, fields);
    expect(alertOf(after)).toContain(problem);
    expect(alertOf(after)).toContain("No calendar was connected.");
    expect(await calendarsOf(owner)).toEqual([]);
  });

  test.each([
    ["rejected the credentials", { status: 401 }],
    ["can&#39;t be reached", { status: 503 }],
    ["no calendar at this URL", { status: 404 }],
    ["is not a calendar", { text: "<html></html>" }],
    ["too large", { text: "x".repeat(10_000_001) }],
    ["can&#39;t be reached", { status: 302, location: "http://169.254.169.254/" }],
  ])("if its server responds with: %s, %o", async (problem, state) => {
    const stub = Object.assign(await busy(), state);
    const after = await browser.sendAndFollow(await signIn(), FEED, { url: `${stub.url}/feed.ics` });
    expect(alertOf(after)).toContain(problem);
    expect(await calendarsOf(owner)).toEqual([]);
  });
});

test("a server that does not respond is reported within the time that a page may take", {
  timeout: 40_000,
}, async () => {
  const { port } = await startSilentServer();
  const account = { url: `http://127.0.0.1:${port}/`, username: "ann", password: "x" };
  const after = await browser.sendAndFollow(await signIn(), ACCOUNT, account);
  expect(alertOf(after)).toContain("can&#39;t be reached");
  expect(await calendarsOf(owner)).toEqual([]);
});

test("the status of a calendar is a sentence; it is checked, and its password changed", async () => {
  const stub = await busy();
  await connect(owner.caller, { type: "caldav", ...accountAt(stub) });
  await letPause(owner);
  stub.password = "another";
  const rejected = await browser.sendAndFollow(await signIn(), "sync-calendar");
  expect(alertOf(rejected)).toMatch(/^work can&#39;t be read. The calendar&#39;s server rejected/);
  expect(rejected.text).toContain("Credentials rejected");
  expect(rejected.text).toContain("<details open>");
  const wrong = await browser.sendAndFollow(rejected, "update-calendar-connection", { password: "wrong" });
  expect(alertOf(wrong)).toContain("rejected the credentials");
  expect(alertOf(await browser.sendAndFollow(wrong, "update-calendar-connection"))).toBe(
    "The field is empty. Nothing was changed.",
  );
  const changed = await browser.sendAndFollow(wrong, "update-calendar-connection", { password: "another" });
  expect(statusMessageOf(changed)).toBe("ann (127.0.0.1) was read. The change is saved.");
  expect(changed.text).not.toContain("Credentials rejected");
  expect(alertOf(await browser.sendAndFollow(changed, "sync-calendar"))).toContain("was just checked");
  await letPause(owner);
  expect(statusMessageOf(await browser.sendAndFollow(changed, "sync-calendar"))).toBe("work was read.");
});

test("the address of a feed is changed", async () => {
  const [before, after] = [await busy(), await busy()];
  await connect(owner.caller, { type: "ics", url: `${before.url}/feed.ics` });
  const url = `${after.url}/feed.ics`;
  const page = await browser.sendAndFollow(await signIn(), "update-calendar-connection", { url });
  expect(statusMessageOf(page)).toBe("127.0.0.1 was read. The change is saved.");
  expect(after.received).not.toEqual([]);
});

/** Sets the time of the last check of an owner's calendars to a minute ago. */
async function letPause({ caller: { userId } }: Owner): Promise<void> {
  const lastCheckedAt = new Date(Date.now() - 60_000).toISOString();
  for (const before of await queryAll(CalendarItem, { userId }))
    await writeOne(replace(CalendarItem, before, { ...before, lastCheckedAt, version: before.version + 1 }));
}

/** The name of the first form of a page whose address ends in a parameter. */
function formNamed({ text }: Page, parameter: string): string {
  const [, name = ""] = new RegExp(`action="[^"]*/([^"/]*&amp;${parameter})"`).exec(text) ?? [];
  return name;
}

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

test.each(["update-calendar", "sync-calendar", "update-calendar-connection", "disconnect-calendar"])(
  "%s of another user's calendar is rejected",
  async (name) => {
    const other = await makeOwner();
    const url = `${(await busy()).url}/feed.ics`;
    await connect(other.caller, { type: "ics", url, name: "Theirs" });
    await connect(owner.caller, { type: "ics", url, name: "Mine" });
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

test.each([
  ...["connect-calendar", "update-calendar", "sync-calendar", "update-calendar-connection"],
  "disconnect-calendar",
])("%s has a URL that shows the page when a browser opens it", async (name) => {
  const page = await browser.open(`${cloud().baseUrl}/account/${name}`);
  expect((await browser.signIn(page, owner.person.email)).url).toBe(`${cloud().baseUrl}/account`);
});
