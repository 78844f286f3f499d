import { parseArgs } from "node:util";
import { coldStarts } from "./cold-starts.ts";
import { growth } from "./growth.ts";
import { localCloud } from "./local-cloud.ts";
import { machineText } from "./machine.ts";
import type { Part } from "./part.ts";
import { peersInstalled } from "./peer-bundles.ts";
import { budgetText, type Table, tableText } from "./report.ts";
import { bundleSizes } from "./sizes.ts";
import { warmCost } from "./warm.ts";
import { webhookSending } from "./webhook-sending.ts";

const PARTS: Record<string, Part> = {
  sizes: bundleSizes,
  cold: coldStarts,
  warm: warmCost,
  webhooks: webhookSending,
  cloud: localCloud,
  growth,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "11" },
    only: { type: "string", multiple: true, default: [] },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = names.filter((name) => !PARTS[name]);
const rounds = Number(values.rounds);
if (unknown.length > 0 || !(rounds >= 1)) {
  console.error(`npm run bench -- [${Object.keys(PARTS).join("|")}]… [--rounds n] [--only function]…`);
  process.exit(2);
}

console.log(`Machine: ${machineText()}\n`);
if (!peersInstalled()) console.log("Without other frameworks; to have them: npm ci --prefix bench/peers\n");
const tables: Table[] = [];
for (const name of names) {
  for (const table of (await PARTS[name]?.({ rounds, only: values.only })) ?? []) {
    tables.push(table);
    console.log(tableText(table));
  }
}
console.log(budgetText(tables));
console.log(`Machine at the end: ${machineText()}`);
