import { Failure } from "#lib/failures.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import type { Refused } from "#lib/table/refused.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import { ImportMark, type ImportState } from "./entity.ts";
import type { ImportLine } from "./line.ts";
import type { ParsedLine } from "./parse-line.ts";

/** What became of a line that was not refused. */
export type Outcome = "imported" | "unchanged";

/** What a line is called among those of its type; memberships are addressed by user and team. */
export const nameOf = (line: ImportLine): string =>
  line.type === "membership" ? `${line.userId}_${line.teamId}` : String(line.id);

/** The mark a line leaves once it is imported. */
export const markOf = ({ number, line }: ParsedLine, { id }: Pick<ImportState, "id">): ImportMark => ({
  type: line.type,
  id: nameOf(line),
  hash: sha256(JSON.stringify(line)),
  import: id,
  number,
  isWhole: true,
});

/** The write that leaves it, refused when there is one. */
export const leaveMark = (mark: ImportMark): Operation => put(ImportMark, mark);

/**
 * What a mark that was found says of a line: this very import has written it before it was killed, or another has.
 *
 * @throws {Failure} `conflict` when the line said something else then
 */
export function outcomeOf(mark: ImportMark, found: ImportMark): Outcome {
  if (mark.hash !== found.hash)
    throw new Failure(
      "conflict",
      `${called(mark.type, mark.id)} was imported before, from a line that said something else.`,
    );
  return mark.import === found.import && mark.number === found.number ? "imported" : "unchanged";
}

/** What whoever has to write the same line again finds, when its write was refused. */
export function outcomeOfRefusal(mark: ImportMark, refused: Refused): Outcome {
  const found = refused.itemOf(ImportMark);
  if (found?.type === mark.type) return outcomeOf(mark, found);
  throw new Failure("conflict", reasonOf(refused));
}

/** Why a write was refused, by the first item that did. */
function reasonOf({ refusals }: Refused): string {
  const [{ operation } = {}] = refusals;
  const { entity, item } = operation ?? {};
  const values: Record<string, unknown> = item?.Put?.Item ?? {};
  if (entity === ImportMark) return `${called(String(values["type"]), String(values["id"]))} is taken.`;
  if (entity === UniqueItem && values["kind"] === "payment")
    return `A payment with externalId "${values["value"]}" already exists.`;
  const kind = entity?.name.replace(/-(locator|of-user|of-team)$/, "") ?? "something";
  return `${called(kind, String(values["id"] ?? ""))} is taken.`;
}

const called = (type: string, id: string): string => `The ${type.replace(/[_-]/g, " ")} ${id}`.trimEnd();
