import * as z from "zod";

/** What one call of a function consumes of what AWS charges for. Bytes are rounded to tens. */
export const Usage = z.object({
  /** Request units, those of indexes among the writes and told apart. */
  reads: z.number(),
  writes: z.number(),
  indexWrites: z.number(),
  keyCalls: z.int(),
  queueCalls: z.int(),
  roundTrips: z.int(),
  logBytes: z.int(),
  answerBytes: z.int(),
});
export type Usage = z.output<typeof Usage>;

/** `docs/cost-units.json`: what was measured on the local cloud, without a price. */
export const Measured = z.object({
  /** Later calls of each endpoint by its owner, without the authorizer. */
  calls: z.record(z.string(), Usage),
  authorizer: Usage,
  /** What works behind the calls, per event, delivery, meeting or minute. */
  behind: z.object({
    publish: Usage,
    fanOut: Usage,
    deliver: Usage,
    wake: Usage,
    sweep: Usage,
  }),
  /** Bytes in the table and its indexes that a booking leaves, and those that expire after a month; and of both, those in the table. */
  booking: z.object({
    keptBytes: z.int(),
    passingBytes: z.int(),
    keptTableBytes: z.int(),
    passingTableBytes: z.int(),
  }),
  /** How many there are in a stack with its default settings, by type of the template. */
  resources: z.record(z.string(), z.int()),
  /** Metrics that its alarms name, one after the other. */
  alarmMetrics: z.int(),
});
export type Measured = z.output<typeof Measured>;

/** Where it is kept. */
export const MEASURED_FILE = "docs/cost-units.json";
