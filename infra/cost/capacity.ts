import * as z from "zod";

/** Request units of DynamoDB: those of indexes are among the writes, and told apart. */
export interface Capacity {
  reads: number;
  writes: number;
  indexWrites: number;
}

const Amount = z.object({ CapacityUnits: z.number().default(0) });
const OfTable = Amount.extend({ GlobalSecondaryIndexes: z.record(z.string(), Amount).default({}) });
const Consumed = z
  .union([OfTable, z.array(OfTable)])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));
const Answer = z.object({ ConsumedCapacity: Consumed });

/** Only their names tell reads from writes; a transaction that writes counts its condition checks among its writes. */
const READS = new Set(["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"]);

/** What an answer of DynamoDB says that its operation consumed; the request asked for it by `INDEXES`. */
export function capacityIn(operation: string, answer: unknown): Capacity {
  const { success, data } = Answer.safeParse(answer);
  const tables = success ? data.ConsumedCapacity : [];
  const sum = (amounts: readonly z.output<typeof Amount>[]): number =>
    amounts.reduce((total, { CapacityUnits }) => total + CapacityUnits, 0);
  const units = sum(tables);
  if (READS.has(operation)) return { reads: units, writes: 0, indexWrites: 0 };
  const indexes = tables.flatMap((table) => Object.values(table.GlobalSecondaryIndexes));
  return { reads: 0, writes: units, indexWrites: sum(indexes) };
}
