import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import { toCurrentForm } from "#lib/table/current-form.ts";
import type { Entity } from "#lib/table/entity.ts";
import { updateStoredForm } from "#lib/table/rewrite-item.ts";
import type { RawItem } from "#lib/table/scan.ts";
import { writeOne } from "#lib/table/write.ts";
import type { Unreadable } from "./entity.ts";

/**
 * Brings one item into its present form, if it is in another. One that somebody changes meanwhile is read again, so no change is
 * lost; one that is deleted meanwhile stays so.
 */
export async function upgradeItem(
  entity: Entity,
  read: RawItem,
  { isDryRun }: { isDryRun: boolean },
): Promise<"rewritten" | "left" | Unreadable> {
  for (let item: RawItem | undefined = read; item && !hasExpired(item); ) {
    const after = presentOrReason(entity, item);
    if (typeof after === "string") return { pk: String(item["pk"]), sk: String(item["sk"]), reason: after };
    const rewriting = updateStoredForm(entity, item, after);
    if (!rewriting) return "left";
    if (isDryRun) return "rewritten";
    try {
      await writeOne(rewriting);
      return "rewritten";
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      item = error.conditions[0]?.item;
    }
  }
  return "left";
}

const hasExpired = ({ ttl }: RawItem): boolean => typeof ttl === "number" && ttl * 1000 <= now();

/** The form of an item; as text why its schema can't read it. Values are in no message. */
function presentOrReason(entity: Entity, item: RawItem): RawItem | string {
  try {
    return toCurrentForm(entity, item);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  }
}
