import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What the kernel says of a process: CPU in ticks, its own and that of children that ended. */
interface ProcessLine {
  parent: number;
  ticks: number;
}

/** CPU milliseconds a process and all it started have used so far; NaN where there is no /proc. */
export function cpuOfTree(root: number): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const processes = new Map(
    readdirSync("/proc").flatMap((name): [number, ProcessLine][] => {
      const line = /^\d+$/.test(name) ? readLine(Number(name)) : undefined;
      return line ? [[Number(name), line]] : [];
    }),
  );
  let ticks = 0;
  const tree = [root];
  for (let pid = tree.pop(); pid !== undefined; pid = tree.pop()) {
    ticks += processes.get(pid)?.ticks ?? 0;
    for (const [child, { parent }] of processes) if (parent === pid) tree.push(child);
  }
  return (ticks * 1000) / ticksPerSecond();
}

/** The fields behind the name, which may hold anything; see proc_pid_stat(5). */
function readLine(pid: number): ProcessLine | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It ended since the folder was read.
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [, parent] = fields;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(parent), ticks };
}

let known: number | undefined;

function ticksPerSecond(): number {
  known ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return known;
}
