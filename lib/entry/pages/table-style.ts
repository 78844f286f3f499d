import { html } from "./html.ts";

/** The style of pages with tables and several forms. Narrow screens show each row of a table as a card. */
export const TABLE_STYLE = html`table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .75rem 1rem .75rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { padding-block: .5rem; color: var(--quiet); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
td { overflow-wrap: break-word; }
td:first-child { overflow-wrap: anywhere; }
td time, td button { white-space: nowrap; }
td form { text-align: right; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
ul.plain { margin: 0; padding: 0; list-style: none; }
details { margin-top: 1rem; font-size: .9375rem; }
summary { cursor: pointer; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 0 1rem; }
section .submit { width: auto; }
@media (max-width: 48rem) {
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { margin-top: .75rem; padding: .5rem .875rem; border: 1px solid var(--line); border-radius: .625rem; }
  td { overflow-wrap: anywhere; display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .75rem; padding: .375rem 0; border: 0; }
  td::before { content: attr(data-label); color: var(--quiet); font-size: .8125rem; font-weight: 600; line-height: 1.5rem; }
  td:last-child:has(form) { display: block; }
  td:last-child:has(form)::before { display: none; }
  td button.small, section .submit { width: 100%; }
}`;
