import { type Html, html } from "./html.ts";

/** The column names and cells of a table. A column without a name has buttons. */
interface DataTable {
  /** Id of the table's heading. */
  labelledBy: string;
  columns: readonly string[];
  rows: readonly (readonly Html[])[];
}

/**
 * The markup of a table, which narrow screens show as one card per row. It sets roles because browsers drop them from elements whose
 * `display` the style changes.
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
