import { execFileSync } from "node:child_process";
import * as z from "zod";

/** What a Python program prints for each value: both are lines of JSON. */
export function readInPython<T extends z.ZodType>(
  program: string,
  values: readonly string[],
  output: T,
): z.output<T>[] {
  const printed = execFileSync("/usr/bin/python3", [program], {
    input: values.map((value) => JSON.stringify(value)).join("\n"),
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const lines = printed.trim().split("\n");
  return z.array(output).parse(lines.map((line) => JSON.parse(line)));
}
