import { handler } from "#functions/slots/list.ts";
import type { Caller } from "#lib/caller.ts";
import { ClaimRow, minuteAttribute } from "#lib/claims/claims.ts";
import type { EventType } from "#lib/event-types/schema.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { put } from "#lib/table/operations.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { addBookings, writeAll } from "./many-bookings.ts";
import { muteOutput } from "./mute-output.ts";
import { type Part, rounds } from "./part.ts";
import type { Row } from "./report.ts";
import { median, pairedRatio, quantile, shuffled } from "./statistics.ts";

const FEW = 10;
const MANY = 20_000;
const INSIDE = 200;
const HOSTS = 50;
/** Bookings of each host of a team, so that hosts are free at different times. */
const OF_A_HOST = 20;
const DAYS = 31;
const CALLS = 20;
const SECONDS = 60;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST_DAY = Date.UTC(2040, 0, 1);
/** The first start of the bookings outside the range, one per hour. */
const OUTSIDE = Date.UTC(2050, 0, 1);

type SubjectName = "few" | "many" | "team";

/** The CPU and latency of one call, in milliseconds, and its round trips. */
interface Cost {
  cpu: number;
  latency: number;
  trips: number;
}

/** Part `slots`: the slots of 31 days of a host with 200 bookings in them, and 10 or 20,000 others; and of 50 hosts in turn. */
export const slots: Part = (settings) =>
  withCloudProcess(async () => {
    const subjects = {
      few: await makeSubject(FEW),
      many: await makeSubject(MANY),
      team: await makeTeamSubject(),
    };
    const costs: Record<SubjectName, Cost[]> = { few: [], many: [], team: [] };
    for (const round of rounds(settings.rounds + 1, SECONDS))
      for (const size of shuffled(["few", "many", "team"] as const)) {
        const measured = await callOften(subjects[size]);
        // The first round warms up.
        if (round > 0) costs[size].push(...measured);
      }
    const ratio = pairedRatio(
      costs.many.map(({ latency }) => latency),
      costs.few.map(({ latency }) => latency),
    );
    const note = `\`GET /slots\`: ${DAYS} days, 30 minutes each, with ${INSIDE} bookings in them and others outside, or ${HOSTS} hosts in turn with ${OF_A_HOST} bookings each. Called in one process without the gateway; the table is in another process. CPU of the calling process, warm.`;
    const rows = [
      rowOf(`${FEW} other bookings`, costs.few),
      rowOf(`${MANY.toLocaleString("en")} other bookings`, costs.many),
      rowOf(`${HOSTS} hosts in turn`, costs.team, { trips: 3, cpu: 60 }),
      { name: "many over few", cells: { p50: { value: ratio, unit: "×", budget: { atMost: 1.2 } } } },
    ];
    return [{ title: "Slots", note, rows }];
  });

function rowOf(name: string, costs: readonly Cost[], most = { trips: 2, cpu: 8 }): Row {
  const latencies = costs.map(({ latency }) => latency);
  return {
    name,
    cells: {
      "round trips": {
        value: Math.max(...costs.map(({ trips }) => trips)),
        unit: "",
        budget: { atMost: most.trips },
      },
      CPU: { value: median(costs.map(({ cpu }) => cpu)), unit: "ms", budget: { atMost: most.cpu } },
      p50: { value: median(latencies), unit: "ms" },
      p95: { value: quantile(latencies, 0.95), unit: "ms" },
    },
  };
}

interface Subject {
  host: Caller;
  eventType: EventType;
}

async function makeSubject(others: number): Promise<Subject> {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const starts = Array.from(
    { length: INSIDE },
    (_, at) => FIRST_DAY + Math.floor((at * DAYS * 24) / INSIDE) * HOUR,
  );
  const booked = [];
  for (const start of starts)
    booked.push(await book(host, eventType, { start: new Date(start).toISOString() }));
  await addBookings(host.userId, booked[0]?.id ?? 0, others);
  await writeAll(Array.from({ length: others }, (_, at) => claimRow(host.userId, OUTSIDE / HOUR + at, at)));
  return { host, eventType };
}

async function makeTeamSubject(): Promise<Subject> {
  const team = await makeTeamOfHosts(HOSTS);
  const eventType = await makeTeamEventType(team, "ROUND_ROBIN");
  const everyHours = Math.floor((DAYS * 24) / OF_A_HOST);
  const rows = team.hosts.flatMap(({ userId }, host) =>
    Array.from({ length: OF_A_HOST }, (_, at) =>
      claimRow(userId, FIRST_DAY / HOUR + at * everyHours + (host % everyHours), at + 1),
    ),
  );
  await writeAll(rows);
  return { host: team.owner, eventType };
}

/** The claim row of an hour in which a booking has 30 minutes. */
function claimRow(userId: number, hour: number, owner: number): Record<string, unknown> {
  const minutes = Array.from({ length: 30 }, (_, minute) => [minuteAttribute(minute), owner]);
  const { item } = put(ClaimRow, { userId, hour, ...Object.fromEntries(minutes) });
  return item.Put?.Item ?? {};
}

async function callOften({ host, eventType }: Subject): Promise<Cost[]> {
  const query = {
    startTime: [new Date(FIRST_DAY).toISOString()],
    endTime: [new Date(FIRST_DAY + DAYS * DAY).toISOString()],
    eventTypeId: [String(eventType.id)],
    timeZone: ["Europe/Zurich"],
  };
  const event = gatewayEvent("GET /slots", { caller: host, query });
  const costs: Cost[] = [];
  const unmute = muteOutput();
  for (let call = 0; call < CALLS; call += 1) {
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const { statusCode } = await handler(event, LAMBDA_CONTEXT);
    if (statusCode !== 200) throw new Error(`GET /slots returned ${statusCode}`);
    const latency = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    costs.push({ cpu: (user + system) / 1_000, latency, trips: roundTrips().trips });
  }
  unmute();
  return costs;
}
