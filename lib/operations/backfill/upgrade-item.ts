import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { toCurrentFormat } from "#lib/storage/table/current-format.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import { updateStoredForm } from "#lib/storage/table/rewrite-item.ts";
import type { RawItem } from "#lib/storage/table/scan.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import type { Unreadable } from "./entity.ts";

/**
 * Rewrites one item in its current format, if it has another one. The write has a condition: if the item has been changed since it was
 * read, the new content is rewritten instead; if it has been deleted, it is not created again.
 */
export async function upgradeItem(
  entity: Entity,
  read: RawItem,
  { isDryRun }: { isDryRun: boolean },
): Promise<"rewritten" | "unchanged" | Unreadable> {
  for (let item: RawItem | undefined = read; item && !hasExpired(item); ) {
    const after = currentFormatOrReason(entity, item);
    if (typeof after === "string") return { pk: String(item["pk"]), sk: String(item["sk"]), reason: after };
    const operation = updateStoredForm(entity, item, after);
    if (!operation) return "unchanged";
    if (isDryRun) return "rewritten";
    try {
      await writeOne(operation);
      return "rewritten";
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      item = error.conditions[0]?.item;
    }
  }
  return "unchanged";
}

const hasExpired = ({ ttl }: RawItem): boolean => typeof ttl === "number" && ttl * 1000 <= now();

/** The item in its current format, or why its schema can't parse it. The reason contains no values. */
function currentFormatOrReason(entity: Entity, item: RawItem): RawItem | string {
  try {
    return toCurrentFormat(entity, item);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  }
}
