import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { listEntities } from "#infra/entities.ts";
import { OPERATOR } from "#lib/caller.ts";
import { backfill } from "#lib/operations/backfill/backfill.ts";
import { BackfillItem, type BackfillState } from "#lib/operations/backfill/entity.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import type { CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { DRY_RUN_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { parseWholeNumber, UsageError } from "./parse-options.ts";

const EXAMPLES = `
For releases that change the stored format, for example an index on a new attribute. Run it after the release is complete, from the
release's checkout. If it is interrupted, run the same command again: it continues. Kinds: docs/access-patterns.md.

Examples:
  npm run admin -- backfill list
  npm run admin -- backfill run booking --dry-run
  npm run admin -- --stack Almanac backfill run booking --items-per-second 2000`;

const COLUMNS = ["kind", "startedAt", "segmentsDone", "read", "found", "rewritten", "unreadable"] as const;
const DEFAULT_ITEMS_PER_SECOND = 1_000;

/** Adds the commands that rewrite stored items in their current format. */
export function addBackfill(program: Command, createAction: CreateAction): void {
  const backfills = program
    .command("backfill")
    .description("items stored in an older format")
    .addHelpText("after", EXAMPLES);
  backfills
    .command("list")
    .description("list the kinds of items, and the progress of unfinished backfills")
    .action(
      createAction(
        () => undefined,
        async () => listResult("backfills", await listBackfills(), COLUMNS),
      ),
    );
  addRun(backfills, createAction);
}

function addRun(backfills: Command, createAction: CreateAction): void {
  backfills
    .command("run <kind>")
    .description("rewrite every item of a kind that is in an older format; its content stays")
    .option(
      "--items-per-second <number>",
      "items read per second, of any kind",
      parseWholeNumber,
      DEFAULT_ITEMS_PER_SECOND,
    )
    .option("--restart", "ignore the progress of an earlier run")
    .addOption(dryRunOption())
    .action(
      createAction(
        async (call) => {
          const { itemsPerSecond, restart } = call.options;
          if (Number(itemsPerSecond) < 1) throw new UsageError("--items-per-second: must be 1 or more");
          return {
            entity: await parseKind(call.args[0]),
            itemsPerSecond: Number(itemsPerSecond),
            isRestart: restart === true,
            isDryRun: isDryRun(call),
          };
        },
        async ({ entity, ...how }) => backfillResult(await backfill(OPERATOR, entity, { ...how, wait }), how),
      ),
    );
}

async function parseKind(kind: string | undefined): Promise<Entity> {
  const found = (await listEntities()).find(({ name }) => name === kind);
  if (found === undefined) throw new UsageError(`"${kind}" is not a kind of item. See backfill list`);
  return found;
}

async function listBackfills() {
  const kinds = (await listEntities()).map(({ name }) => name);
  const states: (BackfillState | undefined)[] = await findItems(
    kinds.map((kind) => itemRequest(BackfillItem, { kind })),
  );
  return kinds.map((kind, at) => {
    const { startedAt, segments, counts } = states[at] ?? {};
    const segmentsDone =
      segments && `${segments.filter(({ isDone }) => isDone).length} of ${segments.length}`;
    const { read, found, rewritten, unreadable } = counts ?? {};
    return { kind, startedAt, segmentsDone, read, found, rewritten, unreadable };
  });
}

function backfillResult(
  { kind, counts, examples }: BackfillState,
  { isDryRun }: { isDryRun: boolean },
): CommandResult {
  const { json } = objectResult("backfill", { kind, isDryRun, ...counts, examples });
  const { text } = objectResult("backfill", { kind, isDryRun, ...counts });
  const reasons = examples.map(({ pk, sk, reason }) => `${pk} ${sk}: ${reason}`);
  const remarks = [
    ...(isDryRun ? [DRY_RUN_REMARK] : []),
    ...(counts.unreadable > 0 ? ["Some items do not match the schema. The first are:", ...reasons] : []),
  ];
  return {
    json,
    text,
    ...(remarks.length > 0 && { remark: remarks.join("\n") }),
    isFailure: counts.unreadable > 0,
  };
}
