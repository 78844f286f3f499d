import { html } from "./html.ts";

/** The style of pages with tables and several forms. Narrow screens show each row of a table as a card. */
const TABLE_STYLE = html`table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .75rem 1rem .75rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { padding-block: .5rem; color: var(--quiet); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
td { overflow-wrap: break-word; }
td:first-child { overflow-wrap: anywhere; }
td time, td button { white-space: nowrap; }
td:last-child form { text-align: right; }
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

/** The style of all pages: one column, the system's own letters, light or dark as the reader has it. */
export const STYLESHEET = html`
:root {
  color-scheme: light dark;
  --ground: #f3f4f8;
  --card: #ffffff;
  --text: #1b1e28;
  --quiet: #565d70;
  --line: #d9dce6;
  --field: #8a91a4;
  --accent: #4338ca;
  --accent-deep: #352bb0;
  --tint: #eef0fe;
  --warn: #9a1c1c;
  --warn-tint: #fdf0ef;
  --warn-line: #eec4c0;
  --note-tint: #fdf6e3;
  --note-line: #e6cf8f;
  --shadow: 0 1px 2px rgb(20 22 40 / 6%), 0 12px 32px rgb(20 22 40 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101218;
    --card: #191c25;
    --text: #eceef4;
    --quiet: #a9b0c2;
    --line: #303543;
    --field: #7d859a;
    --accent: #4f46e5;
    --accent-deep: #6058ee;
    --tint: #242846;
    --warn: #ffb4ab;
    --warn-tint: #351c1c;
    --warn-line: #6d3632;
    --note-tint: #2e2714;
    --note-line: #6b5a26;
    --shadow: none;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 1.25rem;
  padding: 2rem 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main, footer { width: 100%; max-width: 27rem; }
.wide main { max-width: 60rem; }
.wide { justify-content: flex-start; }
main {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
  box-shadow: var(--shadow);
  padding: 2rem;
}
footer { color: var(--quiet); font-size: .8125rem; text-align: center; }
footer p { margin: 0; }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 650; letter-spacing: -.01em; color: var(--text); }
.brand svg { width: 1.5rem; height: 1.5rem; color: var(--accent); }
@media (prefers-color-scheme: dark) { .brand svg { color: #a5b0ff; } }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.3; letter-spacing: -.015em; font-weight: 650; text-wrap: pretty; }
section { margin-top: 2.25rem; padding-top: 2rem; border-top: 1px solid var(--line); }
section h2 { margin: 0 0 .25rem; font-size: 1.125rem; font-weight: 650; color: var(--text); }
h2 { margin: 1.5rem 0 .5rem; font-size: .875rem; font-weight: 600; color: var(--quiet); }
h3 { margin: 1.75rem 0 0; font-size: 1rem; font-weight: 600; }
p { margin: .5rem 0 0; }
body:has(.secret) { -webkit-user-select: none; user-select: none; }
.secret { margin: .375rem 0 0; padding: .6875rem .8125rem; border: 1px solid var(--field); border-radius: .5rem; -webkit-user-select: all; user-select: all; }
.secret { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875rem; word-break: break-all; }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; }
a { color: inherit; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
form { margin: 0; }
label { display: block; margin: 1.125rem 0 .375rem; font-size: .875rem; font-weight: 600; }
input, select, textarea {
  width: 100%;
  min-height: 3rem;
  padding: .6875rem .8125rem;
  border: 1px solid var(--field);
  border-radius: .5rem;
  background: var(--card);
  color: var(--text);
  font: inherit;
}
textarea { display: block; min-height: 6rem; resize: vertical; }
dl { margin: 1.25rem 0 0; }
dt { margin-top: .75rem; color: var(--quiet); font-size: .8125rem; font-weight: 600; }
dd { margin: .125rem 0 0; white-space: pre-line; }
button, .button {
  display: inline-block;
  width: 100%;
  padding: .75rem 1rem;
  border: 1px solid transparent;
  border-radius: .5rem;
  background: var(--accent);
  color: #ffffff;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-deep); }
button.plain, .button.plain { background: transparent; border-color: var(--field); color: var(--text); }
button.plain:hover, .button.plain:hover { background: var(--tint); }
button.small { width: auto; padding: .375rem .75rem; font-size: .875rem; font-weight: 500; }
button.grave { background: transparent; border-color: currentColor; color: var(--warn); }
button.grave:hover { background: var(--warn-tint); }
button.link { width: auto; padding: .25rem 0; background: none; border: 0; color: inherit; font-weight: 500; font-size: .875rem; text-decoration: underline; text-underline-offset: .2em; }
button.link:hover { background: none; text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (prefers-color-scheme: dark) { :focus-visible { outline-color: #a5b0ff; } }
.submit { margin-top: 1.5rem; }
.choice { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-top: 1.5rem; }
.alert, .done, .note {
  margin: 1.25rem 0 0;
  padding: .75rem .875rem;
  border: 1px solid var(--warn-line);
  border-radius: .5rem;
  background: var(--warn-tint);
  color: var(--warn);
  font-size: .9375rem;
}
.done { border-color: var(--line); background: var(--tint); color: inherit; }
.note { border-color: var(--note-line); background: var(--note-tint); color: inherit; }
.grave { color: var(--warn); }
.application { display: flex; gap: .875rem; }
.application h1 { min-width: 0; }
.mark {
  display: flex;
  flex: none;
  width: 2.75rem;
  height: 2.75rem;
  align-items: center;
  justify-content: center;
  border-radius: .75rem;
  border: 1px solid var(--line);
  background: var(--tint);
  color: var(--text);
  font-size: 1.25rem;
  font-weight: 650;
  object-fit: contain;
}
.account {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: .25rem 1rem;
  margin-top: 1.25rem;
  padding: .75rem .875rem;
  border: 1px solid var(--line);
  border-radius: .625rem;
  font-size: .9375rem;
}
.account p { margin: 0; line-height: 1.4; }
.scopes { margin: 0; padding: 0; list-style: none; }
.scopes li { position: relative; padding: .5rem 0 .5rem 1.75rem; }
.scopes li::before {
  content: "";
  position: absolute;
  left: .3125rem;
  top: .9375rem;
  width: .8125rem;
  height: .4375rem;
  border: solid currentColor;
  border-width: 0 0 2px 2px;
  transform: rotate(-45deg);
  opacity: .75;
}
.scopes strong { display: block; font-weight: 600; line-height: 1.4; }
.scopes span { display: block; color: var(--quiet); font-size: .875rem; line-height: 1.45; }
em { padding: .0625rem .4375rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--tint); font-size: .75rem; font-style: normal; font-weight: 500; }
${TABLE_STYLE}
@media (max-width: 30rem) {
  body { justify-content: flex-start; gap: 1rem; padding: 1rem .75rem; }
  main { padding: 1.25rem; }
  .application h1 { font-size: 1.1875rem; }
  .account { margin-top: 1rem; padding-block: .5rem; }
  .account + h2 { margin: 1rem 0 .25rem; }
  .scopes li { padding-block: .3125rem; }
  .scopes li::before { top: .75rem; }
  .choice { margin-top: 1rem; }
}
@media (max-width: 20rem) { .choice { grid-template-columns: 1fr; } }
@media (forced-colors: active) { .scopes li::before { border-color: CanvasText; } }
`;
