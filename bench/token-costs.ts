import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { startBenchAws } from "./bench-aws.ts";
import type { Settings } from "./part.ts";
import type { Figure, Row, Table } from "./report.ts";
import { median, pairedRatio } from "./statistics.ts";

const MAX_ROUNDS = 7;
const PROGRAM = fileURLToPath(new URL("token-calls.ts", import.meta.url));
const Costs = z.record(z.string(), z.array(z.number()));

/** The necessary signature and table calls with which each call is compared. */
const BASES: Record<string, { crypto?: string; database?: string }> = {
  "authorizer, API key": { database: "one update" },
  "authorizer, access token": { crypto: "jose verifies", database: "an update and a read" },
  "token endpoint, code": { crypto: "jose signs", database: "three reads, then four writes" },
  "token endpoint, refresh token": { crypto: "jose signs", database: "three reads, then four writes" },
};

/** CPU of the warm functions that check and issue tokens, compared with the same signatures and database calls alone. */
export async function tokenCosts({ rounds }: Settings): Promise<Table> {
  const aws = await startBenchAws();
  try {
    const times = String(Math.min(rounds, MAX_ROUNDS));
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, times]);
    const costs = new Map(Object.entries(Costs.parse(JSON.parse(stdout))));
    const note = `CPU of the function's own process per call, 100 calls a round, medians of ${times} rounds; the database is in another process, its lines muted.`;
    return { title: "Tokens, warm", note, rows: [...costs.keys()].map((name) => costRow(name, costs)) };
  } finally {
    await aws.close();
  }
}

function costRow(name: string, costs: ReadonlyMap<string, number[]>): Row {
  const own = costs.get(name) ?? [];
  const { crypto, database } = BASES[name] ?? {};
  const ratioTo = (base: string): Figure => ({
    value: pairedRatio(own, costs.get(base) ?? []),
    unit: "×",
  });
  return {
    name,
    cells: {
      "CPU per call": { value: median(own), unit: "µs" },
      ...(crypto && { "of the signature alone": ratioTo(crypto) }),
      ...(database && { "of the database calls alone": ratioTo(database) }),
    },
  };
}
