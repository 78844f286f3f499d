import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { exampleOf } from "#test/contract/examples.ts";
import { ownersRequest, type Subject } from "#test/contract/subject.ts";
import { clientOf, type Send } from "#test/support/api-client.ts";
import { makeSomebody, type Somebody } from "#test/support/builders.ts";
import type { CloudProcess } from "./cloud-process.ts";
import type { Figure, Row, Table } from "./report.ts";

const CALLS = 3;
/** Lines of a call leave with its answer; this is for the file. */
const WRITING_MILLISECONDS = 300;
const AccessLine = z.object({
  endpoint: z.string(),
  status: z.int(),
  roundTrips: z.int(),
  databaseCalls: z.int(),
});
type AccessLine = z.output<typeof AccessLine>;

/** Calls every endpoint a few times with the examples of the contract tests, and reads its access lines. */
export async function endpointRoundTrips(cloud: CloudProcess): Promise<Table> {
  const { endpoints } = await loadRegistry();
  const before = cloud.functionLog().flatMap(accessLine);
  const owner = await makeSomebody();
  const send = clientOf(cloud.baseUrl);
  for (const { spec } of endpoints)
    for (let call = 0; call < CALLS; call += 1) await callOnce(spec, owner, send);
  await pause(WRITING_MILLISECONDS);
  const lines = cloud.functionLog().flatMap(accessLine);
  const note = `The longest chain of database calls that wait for each other, from the access lines: of a caller's first call, and the least of all calls.`;
  const rows = endpoints.map(({ spec }) => {
    const isOwn = ({ endpoint, status }: AccessLine): boolean => endpoint === spec.id && status === 200;
    return endpointRow(spec, lines.slice(before.length).find(isOwn), lines.filter(isOwn));
  });
  return { title: "Round trips", note, rows };
}

async function callOnce(spec: EndpointSpec, owner: Somebody, send: Send): Promise<void> {
  const subject: Subject = {
    spec,
    send,
    invoke: () => Promise.reject(new Error("nothing is invoked past the gateway")),
    owner,
    stranger: owner,
    example: exampleOf(spec),
  };
  await send({ ...(await ownersRequest(subject)), key: owner.key });
}

/** The rest of a line behind the function's id, when it is an access line. */
function accessLine(line: string): AccessLine[] {
  const { success, data } = AccessLine.safeParse(parsed(line.slice(line.indexOf(" ") + 1)));
  return success ? [data] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endpointRow({ id }: EndpointSpec, first: AccessLine | undefined, all: readonly AccessLine[]): Row {
  const trips = (value: number, atMost: number): Figure => ({ value, unit: "", budget: { atMost } });
  const { cold, warm } = budgetOf(id);
  const leastOf = (count: (line: AccessLine) => number): number => Math.min(...all.map(count));
  return {
    name: id,
    cells: {
      first: trips(first?.roundTrips ?? Number.NaN, cold),
      least: trips(
        leastOf(({ roundTrips }) => roundTrips),
        warm,
      ),
      "database calls": { value: leastOf(({ databaseCalls }) => databaseCalls), unit: "" },
    },
  };
}

/** Reads in one round trip, slots and writes in two, but creating a booking in one and asking for a token in three. */
function budgetOf(id: string): { cold: number; warm: number } {
  const [resource = "", action = ""] = id.split(".");
  if (resource === "oauth") return { cold: 3, warm: 3 };
  if (id === "slots.list") return { cold: 2, warm: 2 };
  if (["get", "list"].includes(action)) return { cold: 1, warm: 1 };
  return { cold: 2, warm: id === "bookings.create" ? 1 : 2 };
}
