import { type Profiler, Session } from "node:inspector/promises";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { handler as createBooking } from "#functions/bookings/create.ts";
import { handler as getBooking } from "#functions/bookings/get.ts";
import { handler as listBookings } from "#functions/bookings/list.ts";
import type { HttpReply } from "#lib/http/reply.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { gatewayEvent, LAMBDA_CONTEXT, type RequestParts } from "#test/support/calls/gateway-event.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { addBookings } from "./many-bookings.ts";
import { muteOutput } from "./mute-output.ts";
import type { Part } from "./part.ts";
import type { Row, Table } from "./report.ts";

const CALLS = 400;
/** Calls before the profile, so that the code is compiled. */
const WARM_UP = 200;
const FRAMES = 10;
const MICROSECONDS = 200;
const BOOKINGS = 1_000;
const HOUR = 3_600_000;

interface Subject {
  handler: {
    (event: APIGatewayProxyEvent, context: Context): Promise<unknown>;
    spec: { id: string; route: string };
  };
  parts(): RequestParts;
}

/** Part `profile`: the ten functions of the code in which warm calls of get, list and create spend most CPU time. */
export const profile: Part = () =>
  withCloudProcess(async () => {
    const tables: Table[] = [];
    for (const [name, subject] of Object.entries(await makeSubjects()))
      tables.push(await profiled(name, subject));
    return tables;
  });

async function makeSubjects(): Promise<Record<string, Subject>> {
  const caller = await makeHost();
  const eventType = await makeEventType(caller);
  const { id } = await book(caller, eventType, { start: "2039-01-01T09:00:00Z" });
  await addBookings(caller.userId, id, BOOKINGS - 1);
  let booked = 0;
  const body = () => ({
    eventTypeId: eventType.id,
    start: new Date(Date.UTC(2040, 0, 1) + ++booked * HOUR).toISOString(),
    responses: { name: "Ann Booker", email: `booker-${booked}@example.com` },
  });
  return {
    "bookings.get": { handler: getBooking, parts: () => ({ caller, path: { id: String(id) } }) },
    "bookings.list, 25 of 1,000": {
      handler: listBookings,
      parts: () => ({ caller, query: { take: ["25"] } }),
    },
    "bookings.create": { handler: createBooking, parts: () => ({ caller, body: body() }) },
  };
}

async function profiled(name: string, subject: Subject): Promise<Table> {
  const unmute = muteOutput();
  const session = new Session();
  session.connect();
  try {
    await callOften(subject, WARM_UP);
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: MICROSECONDS });
    const before = process.cpuUsage();
    await session.post("Profiler.start");
    await callOften(subject, CALLS);
    const { profile: sampled } = await session.post("Profiler.stop");
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / CALLS / 1_000;
    return {
      title: `Profile of ${name}`,
      note: `${milliseconds.toFixed(2)} ms CPU per call, with the profiler. Functions of the code by their own time, without their callees.`,
      rows: rowsOf(sampled),
    };
  } finally {
    session.disconnect();
    unmute();
  }
}

async function callOften({ handler, parts }: Subject, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    const reply = await handler(gatewayEvent(handler.spec.route, parts()), LAMBDA_CONTEXT);
    const { statusCode, body } = reply as HttpReply;
    const sent = typeof body === "string" ? body : await text(body);
    if (statusCode !== 200) throw new Error(`${handler.spec.id} returned ${statusCode}: ${sent}`);
  }
}

/** The functions with the highest self time. */
function rowsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Row[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = names.get(id);
    if (name) times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const busy = times.values().reduce((sum, time) => sum + time, 0);
  const first = [...times].toSorted(([, one], [, other]) => other - one).slice(0, FRAMES);
  return first.map(([name, time]) => ({
    name,
    cells: { time: { value: time / CALLS, unit: "µs" }, share: { value: (time / busy) * 100, unit: "%" } },
  }));
}

/** `send lib/platform/kms.ts:20`; undefined for time in which the thread waits, and for the profiler itself. */
function nameOf({ functionName, url, lineNumber }: Profiler.Profile["nodes"][number]["callFrame"]) {
  if (functionName === "(idle)" || url === "node:inspector") return undefined;
  const file = url.replace(/^.*\/(?=(?:lib|functions|node_modules|test)\/)/, "");
  return file === "" ? functionName : `\`${functionName || "(anonymous)"}\` ${file}:${lineNumber + 1}`;
}
