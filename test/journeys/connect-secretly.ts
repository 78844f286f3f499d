import { expect } from "vitest";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { calendarOf, eventOf } from "#test/lib/calendar/external/calendars.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { makePerson, Visitor } from "#test/support/pages/visitor.ts";

type Plant = (name: string, secret: string) => string;

/**
 * Connects calendars by the API and on the account page, also with wrong credentials, checks them and changes their credentials. Returns the
 * text of each response. Passwords and the parts of addresses that are secret are planted.
 */
export async function connectSecretly(baseUrl: string, plant: Plant): Promise<string[]> {
  const texts = [...(await connectByApi(baseUrl, plant)), ...(await connectOnPage(baseUrl, plant))];
  expect(texts.length).toBeGreaterThan(20);
  return texts;
}

/** A server whose account has a planted password; its feed has a planted address. */
async function startServer(plant: Plant, where: string) {
  const stub = await startCalendarStub(calendarOf(eventOf()));
  stub.password = plant(`calendar password, ${where}`, `calendar password & more, ${where}`);
  const feed = (which: string): string =>
    `${stub.url}/feed-${plant(`${which} feed, ${where}`, `secret-address-${which}-${where}`)}.ics`;
  return { stub, feed, account: { url: `${stub.url}/`, username: "ann", password: stub.password } };
}

async function connectByApi(baseUrl: string, plant: Plant): Promise<string[]> {
  const { stub, feed, account } = await startServer(plant, "API");
  const { caller, key } = await makeUserWithKey();
  const texts: string[] = [];
  const send = async (line: string, body?: object, status = 200): Promise<void> => {
    const [method = "", path = ""] = line.split(" ");
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const idempotency = body && { "Idempotency-Key": line };
    const init = {
      method,
      headers: { ...headers, ...idempotency },
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    expect([response.status, text]).toEqual([status, text]);
    texts.push(text, JSON.stringify([...response.headers]));
  };
  const wrong = plant("wrong calendar password", "a wrong password of a calendar");
  const connections = "/calendar-connections";
  await send(`POST ${connections}`, { type: "caldav", ...account, password: wrong }, 400);
  await send(`POST ${connections}`, { type: "caldav", ...account });
  await send(`POST ${connections}`, { type: "caldav", ...account });
  const first = { type: "ics", url: feed("first") };
  await send(`POST ${connections}?`, first);
  await send(`POST ${connections}?again`, { ...first, url: `${first.url}/none`, extra: wrong }, 400);
  for (const calendar of (await readCalendars(caller.userId)).calendars) {
    await writeOne(replace(CalendarItem, calendar, { ...calendar, lastCheckedAt: null }));
    await send(`POST /calendars/${calendar.id}/sync`);
    const path = `${connections}/${calendar.connectionId}`;
    if (calendar.type === "ics") await send(`PATCH ${path}`, { url: feed("second") });
    else {
      await send(`PATCH ${path}`, { password: wrong }, 400);
      stub.password = plant("changed calendar password", "another password of a calendar");
      await send(`PATCH ${path}`, { password: stub.password });
    }
    await send(`GET ${path}`);
  }
  await send("GET /calendars");
  return texts;
}

async function connectOnPage(baseUrl: string, plant: Plant): Promise<string[]> {
  const { stub, feed, account } = await startServer(plant, "page");
  const { email } = await makePerson();
  const browser = new Visitor(baseUrl);
  const texts: string[] = [];
  let page = await browser.signIn(await browser.open(`${baseUrl}/account`), email);
  const send = async (name: string, fields: Record<string, string>): Promise<void> => {
    const answer = await browser.send(page, name, fields);
    page = await browser.open(answer.location ?? "");
    texts.push(page.text, JSON.stringify([...answer.headers, ...page.headers]));
  };
  const wrong = plant("wrong password of the form", "a wrong password of a form");
  await send("connect-calendar?type=caldav", { ...account, password: wrong });
  await send("connect-calendar?type=caldav", account);
  await send("update-calendar-connection", { password: wrong });
  stub.password = plant("changed password of the form", "another password of a form");
  await send("update-calendar-connection", { password: stub.password });
  await send("connect-calendar?type=ics", { url: feed("first"), name: "" });
  await send("connect-calendar?type=ics", { url: `${feed("other")}/none`, name: "" });
  return texts;
}
