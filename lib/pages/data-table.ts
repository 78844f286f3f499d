import { type Html, html } from "./html.ts";

/** A table: the names of its columns, and the cells of each row. A column without a name has buttons. */
interface DataTable {
  /** Id of the heading that names it. */
  labelledBy: string;
  columns: readonly string[];
  rows: readonly (readonly Html[])[];
}

/**
 * A table that narrow screens show as one card per row. Roles are set because browsers forget those of elements whose `display` the
 * style changes.
 */
export const dataTable = ({
  labelledBy,
  columns,
  rows,
}: DataTable): Html => html`<table role="table" aria-labelledby="${labelledBy}">
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column === "" ? html`<span class="unseen">Action</span>` : column}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  (
    cells,
  ) => html`<tr role="row">${cells.map((cell, at) => html`<td role="cell" data-label="${columns[at]}"><div>${cell}</div></td>`)}</tr>
`,
)}</tbody>
</table>`;
