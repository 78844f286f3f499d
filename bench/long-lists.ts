import type { BookingHost } from "./booking-host.ts";
import { memoryOfTree } from "./process-tree.ts";
import type { Row, Table } from "./report.ts";
import { median } from "./statistics.ts";

const READS = 3;
const SAMPLE_MILLISECONDS = 50;

/** A host whose whole list is read, and how many seconds this may take. */
export interface LongList {
  host: BookingHost;
  size: string;
  seconds: number;
}

/** Reads the whole lists of hosts, the shortest first. A longer list must not need more memory than the first one. */
export async function readLongLists(pid: number, lists: readonly LongList[]): Promise<Table> {
  const rows: Row[] = [];
  let base: number | undefined;
  for (const { host, size, seconds } of lists) {
    const { times, peak } = await readOften(pid, host);
    rows.push({
      name: `all of ${size}`,
      cells: {
        time: { value: median(times) / 1000, unit: "s", budget: { atMost: seconds } },
        "peak memory": { value: peak, unit: "MB" },
        ...(base !== undefined && {
          "more than the first": { value: Math.max(0, peak - base), unit: "MB", budget: { atMost: 32 } },
        }),
      },
    });
    base ??= peak;
  }
  const note = `\`GET /bookings\` without \`take\`, read to its end: medians of ${READS} reads after one that warms up. Memory is the highest resident memory of all processes of the service.`;
  return { title: "Whole lists", note, rows };
}

async function readOften(pid: number, { client }: BookingHost): Promise<{ times: number[]; peak: number }> {
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOfTree(pid));
  }, SAMPLE_MILLISECONDS);
  const times: number[] = [];
  for (let read = 0; read <= READS; read += 1) {
    const startedAt = performance.now();
    await client.get("/bookings");
    if (read > 0) times.push(performance.now() - startedAt);
  }
  clearInterval(sampling);
  return { times, peak };
}
