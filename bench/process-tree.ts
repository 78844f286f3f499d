import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** One line of `/proc/<pid>/stat`: CPU ticks of the process and its ended children, and resident memory in pages. */
interface ProcessLine {
  parent: number;
  ticks: number;
  pages: number;
}

/** CPU milliseconds of a process and all its descendants so far; NaN without /proc. */
export const cpuOfTree = (root: number): number =>
  (sumOfTree(root, ({ ticks }) => ticks) * 1000) / setting("CLK_TCK");

/** Resident memory of a process and all its descendants, in MiB; NaN without /proc. */
export const memoryOfTree = (root: number): number =>
  (sumOfTree(root, ({ pages }) => pages) * setting("PAGESIZE")) / 2 ** 20;

function sumOfTree(root: number, amountOf: (line: ProcessLine) => number): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const processes = new Map(
    readdirSync("/proc").flatMap((name): [number, ProcessLine][] => {
      const line = /^\d+$/.test(name) ? readLine(Number(name)) : undefined;
      return line ? [[Number(name), line]] : [];
    }),
  );
  let sum = 0;
  const tree = [root];
  for (let pid = tree.pop(); pid !== undefined; pid = tree.pop()) {
    const line = processes.get(pid);
    if (line) sum += amountOf(line);
    for (const [child, { parent }] of processes) if (parent === pid) tree.push(child);
  }
  return sum;
}

/** Reads the fields after the program's name, which can contain any character; see proc_pid_stat(5). */
function readLine(pid: number): ProcessLine | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // The process ended after the folder was read.
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), ticks, pages: Number(fields[21]) };
}

const settings = new Map<string, number>();

function setting(name: string): number {
  const value = settings.get(name) ?? Number(execFileSync("getconf", [name], { encoding: "utf8" }));
  settings.set(name, value);
  return value;
}
