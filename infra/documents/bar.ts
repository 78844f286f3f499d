import { glob, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { BAR_ROWS } from "./bar-rows.ts";
import { markdownTable } from "./markdown-table.ts";

/** A test, or a group of some, that carries the ids of rows in its name. */
interface Proof {
  file: string;
  name: string;
}

/** `docs/bar.md`: what this service is measured against, and which tests prove it. */
export async function barDocument(): Promise<string> {
  const proofs = await proofsByRow();
  const unknown = [...proofs.keys()].filter((id) => !(id in BAR_ROWS));
  if (unknown.length > 0) throw new Error(`no row ${unknown.join(", ")} in infra/documents/bar-rows.ts`);
  const rows = Object.entries(BAR_ROWS).map(([id, row]) => {
    const shown = (proofs.get(id) ?? []).map(({ file, name }) => `\`${file}\`: ${name}`);
    const notes = [row.lacks, row.differs, row.measured].filter((note) => note !== undefined);
    return [id, row.asks, stateOf(id, shown.length > 0), [...notes, ...shown].join("<br>")];
  });
  return `# The bar

What the service is held to, and the tests that prove it: they carry the id of the row in their names. A is for the API, O for OAuth, W for webhooks.
Where a row is not met, not in whole, or otherwise than asked for, it says why.

${markdownTable(["Row", "Asks for", "State", "Why, and by which tests"], rows)}`;
}

/** Throws for a row that nothing proves and nothing excuses. */
function stateOf(id: string, isProven: boolean): string {
  const { lacks, measured } = BAR_ROWS[id] ?? {};
  if (lacks !== undefined) return isProven ? "in part" : "not met";
  if (isProven) return "met";
  if (measured === undefined)
    throw new Error(`${id}: name a test after it, or say in infra/documents/bar-rows.ts what is missing`);
  return "measured";
}

/** The letters that ids of rows begin with; what looks like an id of another family is none. */
const FAMILIES = [...new Set(Object.keys(BAR_ROWS).map(([letter]) => letter))].join("");
const NAME = new RegExp(`(["'\`])((?:[${FAMILIES}]-\\d\\d )+)(.+?)\\1\\s*[,:]`, "g");

/** The tests that carry each id, by file and place. */
async function proofsByRow(): Promise<Map<string, Proof[]>> {
  const proofs = new Map<string, Proof[]>();
  const files = (await Array.fromAsync(glob("test/**/*.ts", { cwd: PROJECT }))).toSorted();
  for (const path of files) {
    const file = path.split(sep).join("/");
    for (const [, , ids = "", name = ""] of (await readFile(join(PROJECT, path), "utf8")).matchAll(NAME))
      for (const id of ids.trim().split(" ")) proofs.set(id, [...(proofs.get(id) ?? []), { file, name }]);
  }
  return proofs;
}
