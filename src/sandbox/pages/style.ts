/** The icon of the pages: a check on the blue of a yes vote. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230b62b8'/%3E%3Cpath d='M9 17l5 5 10-12' fill='none' stroke='%23fff' stroke-width='3'/%3E%3C/svg%3E";

/** The style sheet of the pages. Its colors are those of the results view in `mcp/view/page`. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#ffffff, #171a20);
  --soft: light-dark(#f4f6f9, #20252d);
  --text: light-dark(#16202e, #e9edf3);
  --dim: light-dark(#536074, #a3afbf);
  --line: light-dark(#dce1e8, #343b47);
  --edge: light-dark(#7d8998, #75808f);
  --link: light-dark(#0b5cad, #7cc0ff);
  --yes: light-dark(#0b62b8, #2672c6);
  --maybe: light-dark(#f0ae2e, #f0b545);
  --none: light-dark(#edf0f4, #262c35);
  --pick: light-dark(#dbe9f8, #24384f);
  --bad: light-dark(#a8261b, #ff9d8f);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--bg); color: var(--text); font: 15px / 1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
header {
  display: flex; flex-wrap: wrap; gap: 2px 16px; justify-content: space-between; font-size: 13px;
  padding: 10px max(16px, 50vw - 464px); border-bottom: 1px solid var(--line); background: var(--soft);
}
header a { color: inherit; font-weight: 600; text-decoration: none; }
main { max-width: 960px; margin: auto; padding: 24px 16px 56px; }
h1 { font-size: 24px; line-height: 1.25; }
h2 { margin-bottom: 8px; font-size: 17px; }
h3 { font-size: 15px; }
section { margin-top: 32px; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.dim, .hint, .facts { color: var(--dim); }
.hint, .facts, .small { font-size: 13px; font-weight: 400; }
.dim.small { display: block; }
.prose { margin-top: 12px; max-width: 65ch; white-space: pre-line; }
h1 + p, .facts, .links { margin-top: 4px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin-top: 12px; }
dt { color: var(--dim); }
.badge { padding: 1px 8px; border: 1px solid currentColor; border-radius: 99px; font-size: 12px; font-weight: 600; }
.badge.open, .badge.scheduled, .top { color: var(--link); font-weight: 600; }
.done, .problems, .notice { margin-top: 16px; padding: 12px 14px; border-radius: 10px; border: 1px solid var(--edge); }
.done { border-color: var(--yes); background: var(--pick); }
.problems { border-color: var(--bad); }
.problems a { color: var(--bad); }
label { display: block; }
.field { margin-top: 12px; min-width: 0; font-weight: 600; font-size: 14px; }
input:not([type="radio"]), select {
  display: block; width: 100%; min-width: 0; margin-top: 4px; padding: 7px 10px;
  border: 1px solid var(--edge); border-radius: 7px; background: var(--bg); color: inherit; font: inherit;
}
[aria-invalid] { border: 2px solid var(--bad) !important; }
button {
  padding: 7px 14px; border: 1px solid var(--edge); border-radius: 7px;
  background: var(--bg); color: inherit; font: inherit; cursor: pointer;
}
button:hover, .answer:hover { background: var(--soft); }
.main, .main:hover { border-color: var(--yes); background: var(--yes); color: #ffffff; font-weight: 600; }
.actions, .links, .row { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; }
.actions { margin-top: 16px; }
.row { align-items: end; }
.row .field { flex: 0 1 220px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 0 16px; margin-bottom: 16px; }
.plain { padding: 0; list-style: none; }
.option {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 16px; align-items: center;
  min-width: 0; margin-top: 6px; padding: 9px 12px; border: 1px solid var(--line); border-radius: 10px;
}
.option > legend { float: left; padding: 0; font-weight: 600; grid-column: 1; }
.option > div:first-of-type { grid-column: 1; }
.answers { display: flex; flex-wrap: wrap; gap: 6px; grid-column: 2; grid-row: 1 / span 2; }
.answer {
  display: flex; gap: 6px; align-items: center; padding: 5px 12px; border: 1px solid var(--edge);
  border-radius: 9px; font-size: 14px; cursor: pointer;
}
.answer input { margin: 0; accent-color: currentColor; }
.answer.yes:has(:checked), .vote.yes { background: var(--yes); color: #ffffff; }
.answer.if-need-be:has(:checked), .vote.if-need-be { background: var(--maybe); color: #2b1c00; }
.answer.no:has(:checked), .vote { background: var(--none); }
.pick { grid-template-columns: auto minmax(0, 1fr) auto; cursor: pointer; }
.pick:has(:checked) { background: var(--pick); }
fieldset.bare { min-width: 0; padding: 0; border: 0; }
.tally { min-width: 96px; font-size: 13px; }
.scroller { position: relative; width: fit-content; max-width: 100%; max-height: 80vh; margin-top: 8px; overflow: auto; border: 1px solid var(--line); border-radius: 10px; }
table { border-spacing: 0; font-size: 14px; }
th, td { padding: 6px 8px; text-align: center; border-bottom: 1px solid var(--line); }
thead th { position: sticky; top: 0; z-index: 1; min-width: 96px; background: var(--bg); font-size: 12.5px; font-weight: 400; overflow-wrap: normal; }
thead strong { display: block; white-space: nowrap; }
tr > :first-child { position: sticky; inset-inline-start: 0; min-width: 96px; max-width: 180px; background: var(--bg); text-align: start; }
thead tr > :first-child { z-index: 2; }
.vote { display: inline-block; min-width: 40px; padding: 1px 8px; border-radius: 7px; font-weight: 700; }
.check { display: inline-block; width: 7px; height: 12px; border: solid; border-width: 0 2.5px 2.5px 0; transform: translateY(-1px) rotate(45deg); }
details { margin-top: 16px; }
details p { margin: 8px 0; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 560px) {
  .option:not(.pick) { grid-template-columns: minmax(0, 1fr); }
  .answers { grid-column: 1; grid-row: auto; }
  .pick .tally { grid-column: 2; }
  .answer { padding-inline: 8px; }
  tr > :first-child { max-width: 120px; }
}
@media (forced-colors: active) { .answer:has(:checked), .pick:has(:checked) { outline: 2px solid Highlight; } }
`;
