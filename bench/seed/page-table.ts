import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { Caller } from "#lib/caller.ts";
import type { HttpReply } from "#lib/http/reply.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import type { SeedResource } from "#test/support/builders/seed-items.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import type { Table } from "../report.ts";
import { median, pairedRatio } from "../statistics.ts";

const TAKE = 50;
const WARM_UP = 3;

interface Subject {
  list: SeedResource;
  caller: Caller;
  count: number;
  rounds: number;
}

/** Measures the time and round trips of pages of a list, near and far: the function alone, on the local engine. */
export async function pageTable(title: string, subject: Subject): Promise<Table> {
  const { count, rounds } = subject;
  const last = Math.floor(count / TAKE);
  const pages = [1, 2, Math.floor(last / 2), Math.min(10_000, last), last];
  const times = new Map<number, number[]>(pages.map((page) => [page, []]));
  const trips = new Map<number, number>();
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const page of times.keys()) {
      const milliseconds = await timePage(subject, page);
      if (round >= 0) times.get(page)?.push(milliseconds);
      trips.set(page, Math.max(trips.get(page) ?? 0, roundTrips().trips));
    }
  const first = times.get(1) ?? [];
  return {
    title,
    note: `Pages of ${TAKE}: median time of the function alone over ${rounds} rounds, against page 1 of the same round.`,
    rows: [...times].map(([page, measured]) => ({
      name: `page ${page}`,
      cells: {
        time: { value: median(measured), unit: "ms" },
        ratio: { value: pairedRatio(measured, first), unit: "×" },
        trips: { value: trips.get(page) ?? 0, unit: "round trips", budget: { atMost: 4 } },
      },
    })),
  };
}

async function timePage({ list, caller }: Subject, page: number): Promise<number> {
  const { handler } = await import(pathToFileURL(join(PROJECT, `functions/${list}/list.ts`)).href);
  const query = { take: [String(TAKE)], page: [String(page)] };
  const { log } = console;
  console.log = () => undefined;
  const startedAt = performance.now();
  const { statusCode, body }: HttpReply = await handler(
    gatewayEvent(handler.spec.route, { caller, query }),
    LAMBDA_CONTEXT,
  );
  await text(body as Readable);
  console.log = log;
  if (statusCode !== 200) throw new Error(`page ${page} returned ${statusCode}`);
  return performance.now() - startedAt;
}
