/**
 * Number of runs of a test with random input. `RUNS` multiplies the usual number, which finds most faults and takes little time: `.ci/run`
 * sets it, and so does whoever changes such code.
 */
export const runCount = (usual: number): number => Math.ceil(usual * Number(process.env["RUNS"] ?? 1));

/** Timeout of such a test, in milliseconds. */
export const timeoutFor = (times: number): number => 300_000 + times * 2_000;
