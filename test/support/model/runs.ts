/** How often a test with chance in it runs: as often as it says, or `RUNS` times. */
export const runs = (usual: number): number => Number(process.env["RUNS"] ?? usual);

/** Milliseconds such a test may take. */
export const timeFor = (times: number): number => 300_000 + times * 2_000;
