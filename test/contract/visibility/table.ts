import type { CallerName } from "./callers.ts";
import type { Owner } from "./rows.ts";

/** The result for one caller: a status, or whether a list contains the object. */
export type Cell = number | "listed" | "-";
/** The results of one line of the matrix, by caller. */
export type Cells = Record<CallerName, Cell>;

interface Block<Column extends string> {
  name: string;
  because: string;
  lines: Map<Owner, Record<Column, Cell | string>>;
}

const OWNER_WIDTH = 23;

/** Collects the results and renders the matrix of who can access what, with a column for each caller. */
export class VisibilityTable<Column extends string> {
  private readonly columns: readonly Column[];
  private readonly blocks: Block<Column>[] = [];

  constructor(columns: readonly Column[]) {
    this.columns = columns;
  }

  add(name: string, because: string, lines: Block<Column>["lines"]): void {
    this.blocks.push({ name, because, lines });
  }

  /** The matrix as text: a block for each endpoint, with its reason, and a line for each owner. */
  text(): string {
    const heading = [" ".repeat(OWNER_WIDTH), ...this.columns].join("  ");
    const blocks = this.blocks
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap(({ name, because, lines }) => [
        "",
        `${name}: ${because}`,
        ...[...lines].map(([owner, cells]) => this.lineText(owner, cells)),
      ]);
    return [heading, ...blocks].join("\n");
  }

  private lineText(owner: Owner, cells: Record<Column, Cell | string>): string {
    const columns = this.columns.map((name) => String(cells[name]).padStart(name.length));
    return [owner.padStart(OWNER_WIDTH), ...columns].join("  ");
  }
}
