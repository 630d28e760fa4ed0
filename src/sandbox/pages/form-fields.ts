import type { IncomingMessage } from "node:http";
import { type Html, type HtmlPart, html } from "../../html.ts";
import type { Problem } from "../../problem.ts";
import { sanitizeLine } from "../../sanitize.ts";
import { readBody } from "../http.ts";
import { isForeignPage } from "../loopback.ts";

/** Thrown for a form that is rejected: from another site, too large, ambiguous, or not a form. The message is for a person. */
export class FormError extends Error {
  override readonly name = "FormError";
  readonly status: number;

  constructor(status: 400 | 403 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** The maximum size of a form. 100 options take 5 kB. */
const maxFormBytes = 64 * 1024;

/**
 * Reads a submitted form. Throws a FormError unless it comes from a page of this sandbox. Every browser sends `Origin` with a
 * form; scripts use the control routes.
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const { origin, host, "sec-fetch-site": site = "same-origin", "content-type": type = "" } = request.headers;
  if (origin === undefined || isForeignPage(origin, host) || site !== "same-origin")
    throw new FormError(403, "This form came from another page. Only the sandbox's own pages can change it.");
  if (type.split(";")[0]?.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw new FormError(415, "This is not a form of the sandbox's pages.");
  const bytes = await readBody(request, maxFormBytes);
  if (bytes === null) throw new FormError(413, `The form is larger than ${maxFormBytes} bytes.`);
  const form = new URLSearchParams(bytes.toString());
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name))
      throw new FormError(400, `The form has the field “${sanitizeLine(name, 100)}” more than once.`);
    names.add(name);
  }
  return form;
}

/** A field of a form. */
export interface FormField {
  /** The name in the form, and the id in the page. */
  name: string;
  label: string;
  /** Explains what to enter. */
  hint?: string | undefined;
  problems?: readonly Problem[] | undefined;
}

/** An input with its label, hint and problem. `attributes` is markup such as html`type="email"`. */
export function renderInput(field: FormField, value: string, attributes: HtmlPart = ""): Html {
  return renderField(
    field,
    html`<input id="${field.name}" name="${field.name}" value="${value}" ${attributes}${describe(field)}>`,
  );
}

/** A list to choose one entry of: value and text. */
export function renderSelect(
  field: FormField,
  value: string,
  choices: readonly (readonly [value: string, text: string])[],
): Html {
  const entries = choices.map(
    ([choice, text]) =>
      html`<option value="${choice}"${choice === value && html` selected`}>${text}</option>`,
  );
  return renderField(
    field,
    html`<select id="${field.name}" name="${field.name}"${describe(field)}>${entries}</select>`,
  );
}

function renderField(field: FormField, control: Html): Html {
  const problem = findProblem(field);
  return html`<div class="field">
<label for="${field.name}">${field.label}</label>
${field.hint !== undefined && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`}
${problem && html`<p class="problem" id="${field.name}-problem">${problem.message}</p>`}
${control}
</div>`;
}

const findProblem = ({ name, problems = [] }: FormField) => problems.find(({ path }) => path === name);

function describe(field: FormField): Html {
  const isInvalid = findProblem(field) !== undefined;
  const ids = [field.hint !== undefined && `${field.name}-hint`, isInvalid && `${field.name}-problem`];
  const list = ids.filter(Boolean).join(" ");
  return html`${list !== "" && html` aria-describedby="${list}"`}${isInvalid && html` aria-invalid="true"`}`;
}
