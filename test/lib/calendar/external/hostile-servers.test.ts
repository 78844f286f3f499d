import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { connect, syncCalendar } from "#test/support/builders/calendars.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { startHttpServer } from "#test/support/network/http-server.ts";
import { calendarOf, eventAt } from "./calendars.ts";

const { advance } = useLocalCalendars();

/** A request must have ended by then. */
const timeout = 30_000;
const FIFTY_MEGABYTES = 50_000_000;
const GOOD = calendarOf(eventAt("DTSTART:20310304T093000Z", "DURATION:PT30M"));
const ENDLESS_RULE = eventAt("DTSTART:19500101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=1000000");
const redirectTo = (location: string) => (response: ServerResponse) => {
  response.writeHead(302, { location }).end();
};

interface Hostile {
  error: string;
  respond(response: ServerResponse): void;
}

/** What the server of a feed does, by the path of the feed. */
const FEEDS: Record<string, Hostile> = {
  silent: { error: "calendar_unreachable", respond: () => {} },
  slow: {
    error: "calendar_unreachable",
    respond: (response) => {
      const drip = setInterval(() => response.write("BEGIN:VCALENDAR\r\n"), 500);
      response.on("close", () => clearInterval(drip));
    },
  },
  large: {
    error: "calendar_too_large",
    respond: (response) => response.end(Buffer.alloc(FIFTY_MEGABYTES, "x")),
  },
  bomb: {
    error: "calendar_too_large",
    respond: (response) =>
      response
        .writeHead(200, { "content-encoding": "gzip" })
        .end(gzipSync(Buffer.concat([Buffer.from(GOOD), Buffer.alloc(FIFTY_MEGABYTES)]))),
  },
  rules: {
    error: "calendar_too_large",
    respond: (response) => response.end(calendarOf(...Array<string>(1_000).fill(ENDLESS_RULE))),
  },
  doctype: {
    error: "calendar_invalid",
    respond: (response) =>
      response.end(`<!DOCTYPE a [<!ENTITY b "${"c".repeat(1_000)}">]><a>${"&b;".repeat(1_000)}</a>`),
  },
  metadata: {
    error: "calendar_unreachable",
    respond: redirectTo("http://169.254.169.254/latest/meta-data/"),
  },
  circle: { error: "calendar_unreachable", respond: redirectTo("/circle") },
};
const NAMES = Object.keys(FEEDS);

/** The feeds whose server only waits, and the good one. */
const IDLE = new Set(["silent", "slow", "good"]);

/**
 * Makes a call for each feed. Those for idle feeds run at the same time, the others one after the other: they keep a function busy for seconds, and
 * here all of them share one process.
 */
function callForEach<F extends { name: string }, T>(
  feeds: readonly F[],
  call: (feed: F) => Promise<T>,
): Promise<T[]> {
  let previous: Promise<unknown> = Promise.resolve();
  const calls = feeds.map((feed) => {
    const isIdle = IDLE.has(feed.name);
    const result = isIdle ? call(feed) : previous.then(() => call(feed));
    if (!isIdle) previous = result;
    return result;
  });
  return Promise.all(calls);
}

/** Starts a server of these feeds, which are good until `isHostile` is set. */
async function startServer() {
  const state = { isHostile: true };
  const { url } = await startHttpServer(({ path }, response) => {
    const feed = FEEDS[path.slice(1)];
    if (feed && state.isHostile) feed.respond(response);
    else response.end(GOOD);
  });
  return Object.assign(state, { url });
}

test("hostile feeds are rejected when they are connected, and nothing is stored", { timeout }, async () => {
  const { url } = await startServer();
  const { host } = await makeHostWithEventType();
  const feeds = NAMES.map((name) => ({ name }));
  const responses = await callForEach(feeds, ({ name }) =>
    callEndpoint("calendar-connections.create", host, { body: { type: "ics", url: `${url}/${name}` } }),
  );
  expect(responses.map(({ status, json }, index) => [NAMES[index], status, json["code"]])).toEqual(
    Object.entries(FEEDS).map(([name, { error }]) => [name, 400, error]),
  );
  expect((await readCalendars(host.userId)).connections).toEqual([]);
});

test("feeds that become hostile keep their busy times, and others are read at the same time", {
  timeout,
}, async () => {
  const server = await startServer();
  server.isHostile = false;
  const connected = await Promise.all(
    [...NAMES, "good"].map(async (name) => {
      const { host, eventTypeId } = await makeHostWithEventType();
      const { calendarId } = await connect(host, { type: "ics", url: `${server.url}/${name}` });
      return { name, host, eventTypeId, calendarId };
    }),
  );
  server.isHostile = true;
  advance(60);
  const responses = await callForEach(connected, ({ host, calendarId }) => syncCalendar(host, calendarId));
  expect(responses.map(({ status, json }) => [status, Object(json["calendar"]).error])).toEqual([
    ...NAMES.map((name) => [200, FEEDS[name]?.error]),
    [200, null],
  ]);
  for (const { host, eventTypeId } of connected) expect(await timesOf(host, { eventTypeId })).toHaveLength(3);
});
