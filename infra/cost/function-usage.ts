import * as z from "zod";
import type { Cloud as LocalCloud } from "#infra/local/cloud.ts";
import { functionIds } from "#infra/local/template/function-ids.ts";
import type { Usage } from "./measured.ts";
import type { Meter, Reading } from "./meter.ts";

/** What a run of a function says of itself in its log. */
const Line = z.object({
  event: z.enum(["call", "authorized", "batch"]),
  roundTrips: z.int(),
});

/** Whose log and usage is read. */
type Cloud = Pick<LocalCloud, "logs" | "usage">;

/** What the functions of a cloud consumed since this was made or last asked. */
export interface FunctionUsage {
  /** Of one function, whose notes are then forgotten. */
  take(functionId: string): Usage;
  /** Runs of a function that are noted. */
  runs(functionId: string): number;
  /** Forgets all that was noted. */
  forget(): void;
}

const ROUNDED = 10;

/** Reads a meter and the logs of a cloud, function by function. */
export function functionUsage(meter: Meter, cloud: Cloud): FunctionUsage {
  const names = new Map([...functionIds()].map(([construct, id]) => [id, `${construct}Function`]));
  const read = new Map<string, number>();
  const sent = new Map<string, number>();
  let readings: Reading[] = [];
  const newLines = (id: string): string[] => cloud.logs(id).slice(read.get(id) ?? 0);
  const runsIn = (lines: readonly string[]) =>
    lines.flatMap((line) => Line.safeParse(JSON.parse(line)).data ?? []);
  return {
    take(id) {
      readings.push(...meter.takeReadings());
      const isOwn = ({ caller }: Reading): boolean => caller.startsWith(names.get(id) ?? id);
      const own = readings.filter(isOwn);
      readings = readings.filter((reading) => !isOwn(reading));
      const lines = newLines(id);
      read.set(id, cloud.logs(id).length);
      const queueCalls = queueCallsOf(cloud, id) - (sent.get(id) ?? 0);
      sent.set(id, queueCallsOf(cloud, id));
      const roundTrips = Math.max(0, ...runsIn(lines).map((run) => run.roundTrips));
      return { ...usageOf(own, lines), queueCalls, roundTrips };
    },
    runs: (id) => runsIn(newLines(id)).length,
    forget() {
      meter.takeReadings();
      readings = [];
      for (const id of names.keys()) {
        read.set(id, cloud.logs(id).length);
        sent.set(id, queueCallsOf(cloud, id));
      }
    },
  };
}

const queueCallsOf = (cloud: Cloud, id: string): number =>
  [...(cloud.usage().get(id) ?? [])].reduce(
    (sum, [action, { allowed }]) => sum + (action.startsWith("sqs:") ? allowed : 0),
    0,
  );

function usageOf(
  readings: readonly Reading[],
  lines: readonly string[],
): Omit<Usage, "queueCalls" | "roundTrips"> {
  const sum = (of: (reading: Reading) => number): number =>
    readings.reduce((total, reading) => total + of(reading), 0);
  return {
    reads: sum(({ reads }) => reads),
    writes: sum(({ writes }) => writes),
    indexWrites: sum(({ indexWrites }) => indexWrites),
    keyCalls: readings.filter(({ service }) => service === "key").length,
    logBytes: tens(lines.reduce((total, line) => total + Buffer.byteLength(line) + 1, 0)),
    answerBytes: 0,
  };
}

/** Rounded, because some numbers in a text have a digit more than others. */
export const tens = (bytes: number): number => Math.round(bytes / ROUNDED) * ROUNDED;

/** The usual of some usages, field by field: what happens in every second or third call is not in it. */
export function usualUsage(usages: readonly Usage[]): Usage {
  const middle = (of: (usage: Usage) => number): number =>
    usages.map(of).toSorted((one, other) => one - other)[Math.floor((usages.length - 1) / 2)] ?? 0;
  return {
    reads: middle(({ reads }) => reads),
    writes: middle(({ writes }) => writes),
    indexWrites: middle(({ indexWrites }) => indexWrites),
    keyCalls: middle(({ keyCalls }) => keyCalls),
    queueCalls: middle(({ queueCalls }) => queueCalls),
    roundTrips: middle(({ roundTrips }) => roundTrips),
    logBytes: middle(({ logBytes }) => logBytes),
    answerBytes: middle(({ answerBytes }) => answerBytes),
  };
}
