/** The endpoint whose job is also done with other frameworks. */
export const JOB = "bookings.create";

/** These frameworks, with the highest allowed ratio of cold starts to them. */
export const PEERS = { hono: 0.95, express: 0.8, fastify: 0.7, nestjs: 0.55 } as const;
