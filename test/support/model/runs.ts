/** How often a test with chance in it runs: as often as it says, or `RUNS` times. */
export const runCount = (usual: number): number => Number(process.env["RUNS"] ?? usual);

/** Milliseconds such a test may take. */
export const timeoutFor = (times: number): number => 300_000 + times * 2_000;
