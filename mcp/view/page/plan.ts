import {
  type Block,
  createPastCheck,
  findUsualDuration,
  hasChosen,
  keyOf,
  layOut,
  listChosen,
  toMessage,
} from "../draft.ts";
import { chooseOwnZone, listZones, nameZone, writeMoment, writeSpan } from "../format.ts";
import { type Plan, recentMs } from "../plan.ts";
import {
  type Edit,
  findOverlaps,
  isEditable,
  type PlanAction,
  type PlanState,
  readPlan,
  reducePlan,
  toCall,
} from "../plan-state.ts";
import { remember } from "../remember.ts";
import { readFailure, toObject } from "../result.ts";
import { joinTexts, type Speech, say, sayNumber } from "../words/index.ts";
import { createName, fill, getElement, show } from "./dom.ts";
import { announce, connect, fillZones, isWaiting, waitFor } from "./frame.ts";
import { can, host, patience, request, share } from "./host.ts";
import { keep, readKept } from "./kept.ts";
import { fillGrid } from "./plan-grid.ts";
import { fillShare } from "./share.ts";

let state: PlanState | undefined;
/** Counts plans and calls: what belongs to an earlier one comes too late. */
let current = 0;

function dispatch(action: PlanAction): void {
  state = reducePlan(state, action);
  render();
}

/** An action of the person, which the model and a page that is loaded again are told. */
function edit(action: Edit): void {
  if (state === undefined || !can("serverTools")) return;
  dispatch(action);
  keep(state.plan, { options: listChosen(state.chosen) });
  shareChosen();
}

const layOutPlan = remember(
  (plan: Plan, added: PlanState["added"], ownZone: string, firstWeekday: number, minute: number) =>
    layOut(plan, { firstWeekday, isPast: createPastCheck(plan, minute * 60_000, ownZone), added }),
);

const listSecondZones = remember((plan: Plan, ownZone: string, speech: Speech) =>
  listZones(plan, plan.secondTimeZones ?? [], ownZone, speech, true),
);

function render(): void {
  if (state === undefined) return;
  const { plan, chosen, added, before, phase, links, isError } = state;
  const { speech, context } = host;
  const { activeElement } = document;
  const canEdit = isEditable(state) && can("serverTools");
  const ownZone = chooseOwnZone(context.timeZone);
  const blocks = layOutPlan(plan, added, ownZone, speech.firstWeekday, Math.floor(Date.now() / 60_000));
  const zones = listSecondZones(plan, ownZone, speech);
  const { value } = getElement("zone") as HTMLSelectElement;
  const second = zones.has(value) ? value : [...zones.keys()][0];
  fillZones(zones, second);
  fillGrid({
    state,
    blocks,
    second,
    toggle: canEdit ? (options) => edit({ type: "toggle", options }) : undefined,
  });
  fillHeader(state, blocks.length);
  const span =
    phase === "done" ? writeSpan(listChosen(chosen), plan.timeZone ?? "UTC", speech.locale) : undefined;
  fillShare({ ...links, title: plan.poll.title, span, isNew: true });
  show({
    tools: canEdit,
    "new-time": plan.kind === "time",
    reset: !hasChosen(plan.options, chosen),
    "can-add": canEdit,
    night: getElement("table").querySelector(".moon") !== null,
    second: zones.size > 0,
  });
  getElement("undo").ariaDisabled = String(before.length === 0);
  const { create } = speech.words.plan;
  const label = describePhase(phase)?.button ?? sayNumber(speech, create, chosen.size);
  fill("create", can("serverTools") && plan.create !== undefined && label);
  getElement("create").ariaDisabled = String(toCall(state) === undefined || isWaiting());
  // The button that was pressed may be gone.
  if (activeElement?.closest("[hidden]")) getElement("copy-link").focus();
  announce(describe(state, blocks), isError);
}

/** How the page says that a poll may stand in the way: its state, what to know, and what the button does. */
function describePhase(phase: PlanState["phase"]) {
  const { unsure, unclear, look, exists, other, another } = host.speech.words.plan;
  if (phase === "unclear") return { state: unsure, sentence: unclear, button: look };
  return phase === "asking" ? { state: exists, sentence: other, button: another } : undefined;
}

/** What a person has to know of the plan. */
function describe({ plan, phase, chosen, outcome }: PlanState, blocks: Block[]): string {
  const { plan: words, common } = host.speech.words;
  if (phase === "done") return words.done;
  if (phase === "calling") return common.wait;
  const doubt = describePhase(phase);
  if (doubt) return doubt.sentence;
  if (outcome) return outcome(host.speech.words);
  if (!can("serverTools")) return words.ask;
  if (chosen.size === 0) return words.none;
  const overlapping = findOverlaps(chosen).size;
  const past = blocks
    .flatMap(({ rows }) => rows.flatMap(({ places }) => places))
    .filter(({ option, mark }) => mark === "past" && option && chosen.has(keyOf(option))).length;
  const sentences = [
    !hasChosen(plan.options, chosen) && words.edited,
    overlapping > 0 && sayNumber(host.speech, words.overlapping, overlapping),
    past > 0 && sayNumber(host.speech, words.alreadyPast, past),
  ];
  return joinTexts(sentences, " ");
}

/** Title, texts and settings, as they will be. */
function fillHeader({ plan, chosen, phase }: PlanState, count: number): void {
  const { poll, kind, timeZone, options, settings, maxOptions, madeAt } = plan;
  const { words, locale } = host.speech;
  const zone = timeZone === null ? words.common.asWritten : nameZone(timeZone, locale);
  const isTimed = kind === "time";
  const weeks = sayNumber(host.speech, words.plan.weeks, count);
  const facts = [
    plan.state === "preview"
      ? say(words.plan.count, chosen.size, maxOptions)
      : sayNumber(host.speech, words.common.options, chosen.size),
    isTimed && say(words.plan.minutes, findUsualDuration(options)),
    isTimed && zone,
    isTimed && count > 1 && `${weeks}, ${writeSpan(listChosen(chosen), timeZone ?? "UTC", locale)}`,
  ];
  const details = [
    ...settings.map((name) => words.plan[name]),
    poll.organizer && `${words.plan.organizer}: ${poll.organizer}`,
    poll.location,
    poll.conferencing,
    poll.description,
  ].filter((text) => text !== undefined && text !== "");
  const isOld = plan.state === "preview" && Date.now() - madeAt >= recentMs;
  const made =
    isOld && say(words.plan.made, writeMoment(madeAt, locale, chooseOwnZone(host.context.timeZone)));
  fill("state", describePhase(phase)?.state ?? (made || words.plan[plan.state]));
  fill("title", createName(poll.title));
  fill("facts", joinTexts(facts, " · "));
  fill("details", ...details.flatMap((text, at) => [at > 0 && " · ", createName(text ?? "")]));
}

let sharing: ReturnType<typeof setTimeout> | undefined;

/** Tells the model the options once the person has stopped clicking. */
function shareChosen(): void {
  clearTimeout(sharing);
  sharing = setTimeout(
    () => state?.plan.state === "preview" && share(toMessage(state.plan, state.chosen)),
    500,
  );
}

/** Creates the poll, or looks for it. Whatever happens here, the server makes no second one of the same title. */
function press(): void {
  const call = state && toCall(state);
  if (state === undefined || call === undefined || isWaiting()) return;
  const { plan } = state;
  const own = ++current;
  dispatch({ type: "call" });
  const finish = (action: PlanAction) => {
    if (own !== current) return;
    dispatch(action);
    if (action.type !== "made" || state === undefined) return;
    const { poll, inviteUrl, adminUrl } = state.plan;
    const { id, plan: made } = action;
    keep(plan, { options: listChosen(state.chosen), inviteUrl, adminUrl });
    share({ title: poll.title, now: poll.now, created: made.state === "created", id, inviteUrl });
  };
  // Where nobody answers it is unclear what happened. A late answer still tells.
  const silence = setTimeout(() => finish({ type: "unclear" }), patience);
  request("tools/call", { name: "create_poll", arguments: call.args })
    .then((result) => {
      finish(call.read(result));
      waitFor(readFailure(result));
    })
    .catch(() => finish({ type: "unclear" }))
    .finally(() => clearTimeout(silence));
}

/** A page that is loaded this long after its preview looks whether the poll was created meanwhile, in milliseconds. */
const youngMs = 60_000;

function showPlan(plan: Plan): void {
  current++;
  const kept = plan.create && readKept(plan);
  dispatch({ type: "take", plan, chosen: kept?.options });
  if (state === undefined || !isEditable(state) || !can("serverTools")) return;
  const { inviteUrl, adminUrl } = kept ?? {};
  const age = Date.now() - plan.madeAt;
  if (inviteUrl !== undefined) dispatch({ type: "made", plan: { state: "created", inviteUrl, adminUrl } });
  else if (age > youngMs && age < recentMs) {
    dispatch({ type: "unclear" });
    press();
  }
}

/** Takes what was typed into a field, and empties it. */
function onTyped(id: string, toAction: (value: string) => Edit): void {
  const field = getElement(id) as HTMLInputElement;
  field.addEventListener("change", () => {
    if (field.value === "") return;
    edit(toAction(field.value));
    field.value = "";
  });
}

onTyped("time", (time) => ({ type: "addTime", time }));
onTyped("day", (day) => ({ type: "addDay", day }));
for (const type of ["undo", "reset"] as const)
  getElement(type).addEventListener("click", () => edit({ type }));
getElement("create").addEventListener("click", press);
getElement("zone").addEventListener("change", render);

await connect({
  name: "rallly-connect-plan",
  take(result) {
    const found = readPlan(result);
    const { inviteUrl } = toObject(result["structuredContent"]);
    const { common, plan: words } = host.speech.words;
    if (found === undefined) return inviteUrl === undefined ? common.empty : `${words.done} ${inviteUrl}`;
    showPlan(found);
    return undefined;
  },
  repeat: (input) => (input["dryRun"] === true ? { name: "create_poll", arguments: input } : undefined),
  render,
});
