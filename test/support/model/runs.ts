/** Number of runs of a test with random input: `RUNS`, else the usual number. */
export const runCount = (usual: number): number => Number(process.env["RUNS"] ?? usual);

/** Timeout of such a test, in milliseconds. */
export const timeoutFor = (times: number): number => 300_000 + times * 2_000;
