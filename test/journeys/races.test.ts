import { describe, expect, it } from "vitest";
import * as z from "zod";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";

const cloud = useSharedCloud();
const DAY = Date.UTC(2031, 2, 3);
const MINUTE = 60_000;

const Line = z.object({ event: z.string(), requestId: z.string(), roundTrips: z.int() });

/** Creates a host with an event type, and a function that books it. */
async function makeBookable() {
  const { caller, key } = await makeUserWithKey();
  const { id } = await makeEventType(caller);
  const send = clientOf(cloud().baseUrl);
  const book = (minutes: number): Promise<ApiResponse> => {
    const start = new Date(DAY + minutes * MINUTE).toISOString();
    return send({ method: "POST", path: "/bookings", key, body: bookingRequest(id, { start }) });
  };
  return { key, send, book };
}

/** Books all of these concurrently and counts the responses by status and code. */
async function countResponses(book: (minutes: number) => Promise<ApiResponse>, starts: readonly number[]) {
  const counts: Record<string, number> = {};
  for (const { status, json } of await Promise.all(starts.map(book))) {
    const name = status === 200 ? "200" : `${status} ${json["code"]}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const BUSY = "409 no_available_users_found_error";
const startsOf = (count: number, minutes: (at: number) => number): number[] =>
  Array.from({ length: count }, (_, at) => minutes(at));

/** The round trips that a function logged for the call with this response. */
function roundTripsOf(functionId: string, { headers }: ApiResponse): number {
  const lines = cloud()
    .logs(functionId)
    .map((line) => Line.parse(JSON.parse(line)));
  const line = lines.find(({ requestId }) => requestId === headers["x-request-id"]);
  if (!line) throw new Error(`${functionId} logged no line of this call.`);
  return line.roundTrips;
}

// First in the file, so that the first call of each function is a cold one.
it("the round trips of a call, as logged, are 1 for the authorizer, to get, to list and to create, 2 to create cold and to cancel", async () => {
  const { send, key, book } = await makeBookable();
  const cold = await book(0);
  expect(roundTripsOf("bookings.create", cold)).toBe(2);
  expect(roundTripsOf("authorizer", cold)).toBe(1);
  // A slow machine may take longer between two calls than the event type is cached.
  let booked = 1;
  const bookWarm = async () => {
    booked += 1;
    return roundTripsOf("bookings.create", await book(booked * 60));
  };
  await expect.poll(bookWarm, { timeout: 60_000 }).toBe(1);
  const path = `/bookings/${cold.json["id"]}`;
  expect(roundTripsOf("bookings.get", await send({ method: "GET", path, key }))).toBe(1);
  expect(roundTripsOf("bookings.list", await send({ method: "GET", path: "/bookings", key }))).toBe(1);
  expect(roundTripsOf("bookings.cancel", await send({ method: "DELETE", path: `${path}/cancel`, key }))).toBe(
    2,
  );
});

describe("concurrent requests", () => {
  it("book one time once: 1 of 50 succeeds", async () => {
    const { book } = await makeBookable();
    expect(
      await countResponses(
        book,
        startsOf(50, () => 540),
      ),
    ).toEqual({ "200": 1, [BUSY]: 49 });
  });

  it("all succeed for different times: 46 of 46 on one day", async () => {
    const { book } = await makeBookable();
    expect(
      await countResponses(
        book,
        startsOf(46, (at) => at * 30),
      ),
    ).toEqual({ "200": 46 });
  });

  it("get the code in `message`, which older clients read", async () => {
    const { book } = await makeBookable();
    await book(540);
    const { json } = await book(540);
    expect(json["message"]).toContain("no_available_users_found_error");
  });

  it("cancel one booking once: ten responses of 200, and its time is free again", async () => {
    const { send, key, book } = await makeBookable();
    const { json } = await book(540);
    const path = `/bookings/${json["id"]}/cancel`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send({ method: "DELETE", path, key })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    for (const answer of answers) expect(answer.json).toEqual(answers[0]?.json);
    expect((await book(540)).status).toBe(200);
  });
});
