import { html } from "hono/html";
import type { FormProblem } from "../space.ts";
import type { Html } from "./layout.ts";

/** Says what was wrong with a form, and takes the focus, because a page without scripts is read from its start. */
export const showProblem = ({ text }: FormProblem): Html =>
  html`<p class="problem" id="problem" role="alert" tabindex="-1" autofocus>${text}</p>`;

/** A field for a secret, with what the browser checks. It is marked when the problem is its own. */
export function secretField(
  { name, label, help, rules }: Record<"name" | "label", string> & Record<"help" | "rules", Html>,
  problem: FormProblem | undefined,
): Html {
  const isWrong = problem?.field === name;
  return html`<p class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="256" ${rules} aria-describedby="${name}-help${isWrong ? " problem" : ""}"${isWrong && html` aria-invalid="true"`}>
<span class="help" id="${name}-help">${help}</span>
</p>`;
}

const key = {
  name: "key",
  label: "API key of your space",
  help: html`It begins with sk_. The owner of a space on a Pro plan creates it at <a href="https://app.rallly.co" target="_blank" rel="noopener">rallly.co</a>, in the space's settings under "API keys". It is shown once. A Rallly that you host yourself has no API.`,
  rules: html`required pattern="\\s*sk_\\S+\\s*" title="A key begins with sk_ and has no spaces."`,
};

/** The field for the API key. */
export const keyField = (problem: FormProblem | undefined): Html => secretField(key, problem);
