/** Number of runs of a test with random input: the usual number, which finds most faults and takes little time, or `RUNS` if that is more. */
export const runCount = (usual: number): number => Math.max(usual, Number(process.env["RUNS"] ?? usual));

/** Timeout of such a test, in milliseconds. */
export const timeoutFor = (times: number): number => 300_000 + times * 2_000;
