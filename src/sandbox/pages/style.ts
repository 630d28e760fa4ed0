import { paletteCss } from "../../palette.ts";

/** The style sheet of the pages. */
export const style = `
${paletteCss}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--card); color: var(--text); font: 15px / 1.45 system-ui, sans-serif; overflow-wrap: anywhere;
}
header {
  display: flex; flex-wrap: wrap; gap: 2px 16px; justify-content: space-between;
  padding: 10px max(16px, 50vw - 464px); border-bottom: 1px solid var(--line); background: var(--soft);
}
main { max-width: 960px; margin: auto; padding: 24px 16px 56px; }
h1 { margin-bottom: 4px; font-size: 24px; line-height: 1.25; }
h2 { font-size: 17px; }
h3 { font-size: 15px; }
section { margin-top: 28px; }
a { color: var(--link); }
.hint, dt { color: var(--dim); font-size: 13px; font-weight: 400; }
.prose { margin-top: 12px; max-width: 65ch; white-space: pre-line; }
.badge { padding: 1px 8px; border: 1px solid; border-radius: 99px; color: var(--link); font-size: 12px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 12px 0; }
ul { padding: 0; list-style: none; }
.done, .refusal, details { margin: 12px 0; }
.done, .refusal { padding: 12px 14px; border: 1px solid var(--yes); border-radius: var(--radius); }
.refusal { border-color: var(--alert); }
.field { flex: 1 1 240px; min-width: 0; font-weight: 600; }
.field input {
  display: block; width: 100%; margin-top: 4px; padding: 7px 10px; border: 1px solid var(--edge);
  border-radius: var(--radius); background: var(--card); color: inherit; font: inherit;
}
button, .answer {
  min-height: 40px; padding: 6px 14px; border: 1px solid var(--edge); border-radius: var(--radius); font: inherit; cursor: pointer;
}
button:not(.primary), .answer { background: var(--card); color: inherit; }
button:not(.primary):hover, .answer:hover { background: var(--soft); }
.actions, .row { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin-top: 8px; }
.row { align-items: end; margin-bottom: 14px; }
fieldset { min-width: 0; padding: 0; border: 0; }
.option {
  display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; justify-content: space-between;
  margin-top: 6px; padding: 9px 12px; border: 1px solid var(--line); border-radius: var(--radius);
}
.option legend { float: left; width: 100%; padding: 0; font-weight: 600; }
.answer input { margin-right: 6px; accent-color: currentColor; }
.answer.yes:has(:checked), .vote.yes { background: var(--yes); color: #ffffff; }
.answer.ifNeedBe:has(:checked), .vote.ifNeedBe { background: var(--maybe); color: #2b1c00; }
.answer.no:has(:checked), .vote.no { background: var(--soft); }
.vote { padding: 1px 8px; border-radius: var(--radius); }
.scroller {
  width: fit-content; max-width: 100%; max-height: 80vh; margin-top: 8px; overflow: auto;
  border: 1px solid var(--line); border-radius: var(--radius);
}
table { border-spacing: 0; font-size: 14px; }
th { background: var(--card); }
th, td { min-width: 112px; padding: 6px 8px; text-align: center; border-bottom: 1px solid var(--line); }
thead th { position: sticky; top: 0; font-weight: 400; }
tr > :first-child { position: sticky; left: 0; max-width: min(220px, 40vw); text-align: start; }
thead tr > :first-child { z-index: 1; }
@media (forced-colors: active) { .answer:has(:checked) { outline: 2px solid Highlight; } }
`;
