import { type Html, html } from "../../html.ts";
import type { Problem } from "../../problem.ts";
import type { SandboxContext } from "../context.ts";
import { toProblems } from "../errors.ts";
import { type createFaults, faultPlan, type OutageState } from "../faults.ts";
import type { Controls } from "../poll-control.ts";
import { faultChoices, faultMethods, faultMoments } from "./fault-choices.ts";
import { renderInput, renderSelect } from "./form-fields.ts";
import { countOf } from "./text.ts";

/** The state of the sandbox that the start page shows. */
export interface SandboxState {
  faults: Pick<ReturnType<typeof createFaults>, "list">;
  outage: OutageState;
}

const units = [
  ["60000", "minutes"],
  ["3600000", "hours"],
  ["86400000", "days"],
] as const;

const outages = [
  ["none", "none"],
  ["maintenance", "maintenance: every request gets 503"],
  ["limiter", "the rate limiter fails: requests with a key get 503"],
] as const;

/** The forms for clock, faults, outage and reset. `form` and `problems` are of a form that was not accepted. */
export function renderStateForms(
  context: SandboxContext,
  { faults, outage }: SandboxState,
  form: URLSearchParams,
  problems: readonly Problem[],
): Html {
  const entered = (name: string, initial: string) => form.get(name) ?? initial;
  const minute = new Date(context.clock.now()).toISOString().slice(0, 16);
  return html`<section>
<h2>Clock</h2>
<form class="row" method="post" action="/clock" novalidate>
${renderInput({ name: "amount", label: "Move forward by", problems }, entered("amount", "1"), html`inputmode="decimal"`)}
${renderSelect({ name: "unit", label: "Unit", problems }, entered("unit", "86400000"), units)}
<button name="action" value="advance">Move</button>
</form>
<form class="row" method="post" action="/clock" novalidate>
${renderInput({ name: "now", label: "Set to (UTC)", problems }, entered("now", minute), html`type="datetime-local"`)}
<button name="action" value="set">Set</button>
<button name="action" value="machine">Use this machine’s time</button>
</form>
</section>
<section>
<h2>Faults</h2>
${renderRules(faults)}
<form method="post" action="/faults" novalidate>
${renderSelect(
  { name: "fault", label: "Fault of the API", problems },
  entered("fault", ""),
  Object.entries(faultChoices).map(([value, { text }]) => [value, text] as const),
)}
${renderSelect({ name: "when", label: "It applies", problems }, entered("when", "before"), faultMoments)}
${renderSelect({ name: "method", label: "Requests", problems }, entered("method", ""), faultMethods)}
${renderInput({ name: "path", label: "Path", hint: "Such as /v1/polls or /v1/polls/*, where * is one id. Empty for every path.", problems }, entered("path", ""), html`autocapitalize="off" spellcheck="false"`)}
${renderInput({ name: "times", label: "Number of requests", hint: "Empty: until you end the faults.", problems }, entered("times", "1"), html`inputmode="numeric"`)}
<p class="actions"><button>Start this fault</button> <span class="hint">It replaces the current ones.</span></p>
</form>
</section>
<section>
<h2>Outage</h2>
<form method="post" action="/outage" novalidate>
${renderSelect({ name: "state", label: "Outage of the API", problems }, entered("state", outage.state), outages)}
<p class="actions"><button>Set the outage</button></p>
</form>
</section>
<section>
<h2>Reset</h2>
<form method="post" action="/reset">
<p class="hint">Ends faults and outages, and starts new rate limit windows. Polls and clock stay.</p>
<p class="actions"><button>Reset</button></p>
</form>
</section>`;
}

function renderRules(faults: SandboxState["faults"]): Html {
  const rules = faults.list();
  if (rules.length === 0) return html`<p class="hint">No fault is active.</p>`;
  const items = rules.map(
    ({ rule, applied }) =>
      html`<li><code>${JSON.stringify(rule)}</code>, applied ${countOf(applied, "time")}</li>`,
  );
  return html`<p>Active:</p><ul class="rules">${items}</ul>`;
}

/**
 * What the forms of the start page do, by the path of their address. Each changes the sandbox and returns the problems by field;
 * with a problem it changes nothing.
 */
export const stateActions: Record<
  string,
  { done: string; run(controls: Controls, form: URLSearchParams): Problem[] }
> = {
  clock: { done: "clock", run: setClock },
  faults: { done: "faults", run: startFault },
  outage: {
    done: "outage",
    run(controls, form) {
      const state = outages.map(([value]) => value).find((value) => value === form.get("state"));
      if (state === undefined) return [{ path: "state", message: "Choose an outage from the list." }];
      controls.setOutage({ state });
      return [];
    },
  },
  reset: {
    done: "reset",
    run(controls) {
      controls.setFaults({ rules: [] });
      controls.setOutage({ state: "none" });
      controls.resetLimits();
      return [];
    },
  },
};

/** The value of an input of the type datetime-local. Date also accepts 24:00, as the next day. */
const dateTime = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

function setClock(controls: Controls, form: URLSearchParams): Problem[] {
  const action = form.get("action");
  const isAdvance = action === "advance";
  const text = form.get(isAdvance ? "amount" : "now")?.trim() ?? "";
  const amount = Number(text.replace(",", "."));
  const [unit] = units.find(([value]) => value === form.get("unit")) ?? [];
  if (isAdvance && !/^[+-]?\d{1,9}(?:[.,]\d{1,9})?$/.test(text))
    return [{ path: "amount", message: "Enter a number, such as 2 or 0.5." }];
  if (isAdvance && unit === undefined) return [{ path: "unit", message: "Choose minutes, hours or days." }];
  if (!isAdvance && action !== "machine" && !(action === "set" && dateTime.test(text)))
    return [{ path: "now", message: "Enter a date and a time." }];
  try {
    if (isAdvance) controls.advance(amount * Number(unit));
    else controls.setNow(action === "machine" ? Date.now() : `${text}Z`);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return isAdvance
      ? [{ path: "amount", message: "This is not a time that a clock can show." }]
      : [{ path: "now", message: "This day does not exist." }];
  }
}

function startFault(controls: Controls, form: URLSearchParams): Problem[] {
  const key = form.get("fault") ?? "";
  const [method, path = "", times = ""] = ["method", "path", "times"].map((name) => form.get(name)?.trim());
  const rule = {
    fault: Object.hasOwn(faultChoices, key) ? faultChoices[key]?.fault : undefined,
    when: form.get("when"),
    ...(method && { method }),
    ...(path && { path }),
    ...(times && { times: Number(times) }),
  };
  if (rule.fault === undefined) return [{ path: "fault", message: "Choose a fault from the list." }];
  if (!faultMoments.some(([value]) => value === rule.when))
    return [{ path: "when", message: "Choose from the list when it applies." }];
  if (!faultMethods.some(([value]) => value === (method ?? "")))
    return [{ path: "method", message: "Choose a method from the list." }];
  if (times !== "" && !/^[1-9]\d*$/.test(times)) return [{ path: "times", message: timesInvalid }];
  const parsed = faultPlan.safeParse({ rules: [rule] });
  if (!parsed.success) return toProblems(parsed.error).map(describeProblem);
  controls.setFaults(parsed.data);
  return [];
}

const timesInvalid = "Enter a whole number from 1, or leave it empty.";
const faultProblems: Record<string, string> = {
  path: "Enter a path that starts with /v1/, or leave it empty.",
  times: timesInvalid,
};

function describeProblem({ path, message }: Problem): Problem {
  const field = path.replace(/^rules\.0\./, "");
  return { path: field, message: faultProblems[field] ?? `${message}.` };
}
