import { CALLERS, type CallerName } from "./cast.ts";
import type { Owner } from "./rows.ts";

/** The result for one caller: a status, or whether a list contains the object. */
export type Cell = number | "listed" | "-";
/** The results of one line of the matrix, by caller. */
export type Cells = Record<CallerName, Cell>;

interface Block {
  name: string;
  because: string;
  lines: Map<Owner, Cells>;
}

const OWNER_WIDTH = 16;

/** Collects the results and renders the matrix of who can access what. */
export class VisibilityTable {
  private readonly blocks: Block[] = [];

  add(name: string, because: string, lines: Map<Owner, Cells>): void {
    this.blocks.push({ name, because, lines });
  }

  /** The matrix as text: a block for each endpoint, with its reason, and a line for each owner. */
  text(): string {
    const heading = [" ".repeat(OWNER_WIDTH), ...CALLERS].join("  ");
    const blocks = this.blocks
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap(({ name, because, lines }) => ["", `${name}: ${because}`, ...[...lines].map(lineText)]);
    return [heading, ...blocks].join("\n");
  }
}

const lineText = ([owner, cells]: [Owner, Cells]): string =>
  [owner.padStart(OWNER_WIDTH), ...CALLERS.map((name) => String(cells[name]).padStart(name.length))].join(
    "  ",
  );
