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
import { chooseOwnZone, listZones, nameZone, writeSpan } from "../format.ts";
import { recentMs } from "../plan.ts";
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
import { toObject } from "../result.ts";
import { joinTexts, say, sayNumber } from "../words/index.ts";
import { createIcon, createName, fill, getElement, h, show } from "./dom.ts";
import { announce, connect, fillZones } from "./frame.ts";
import { ask, can, host, patience, request, share } from "./host.ts";
import { fillGrid } from "./plan-grid.ts";
import { fillShare } from "./share.ts";

let state: PlanState | undefined;
/** Counts plans and calls: what belongs to an earlier one comes too late. */
let current = 0;
/** Whether the page looks by itself, without a press. */
let isLooking = false;

function dispatch(action: PlanAction): void {
  state = reducePlan(state, action);
  render();
}

/** An action of the person, which the model is told. */
function edit(action: Edit): void {
  if (state === undefined || !can("serverTools")) return;
  dispatch(action);
  if (state.plan.state === "preview") share(toMessage(state.plan, state.chosen));
}

/** Whether a poll of the preview would be too old to be found, so that nothing may be created from it. */
const isOld = ({ plan, phase }: PlanState) =>
  plan.state === "preview" && phase !== "done" && Date.now() - plan.madeAt >= recentMs;

function render(): void {
  if (state === undefined) return;
  const { plan, chosen, added, before, phase, isError } = state;
  const { speech, context } = host;
  const { plan: words } = speech.words;
  const { activeElement } = document;
  const isStale = isOld(state);
  const canEdit = isEditable(state) && can("serverTools") && !isStale;
  const ownZone = chooseOwnZone(context.timeZone);
  const { firstWeekday } = speech;
  const blocks = layOut(plan, { firstWeekday, isPast: createPastCheck(plan, Date.now(), ownZone), added });
  const zones = listZones(plan, plan.secondTimeZones ?? [], ownZone, speech, true);
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
  fillLinks(state);
  const table = getElement("table");
  const hasOpen = canEdit && table.querySelector("td.open") !== null;
  show({
    add: canEdit,
    undo: canEdit && before.length > 0,
    "new-time": plan.kind === "time",
    ...{ "can-add": hasOpen, "in-poll": hasOpen },
    night: table.querySelector(".moon") !== null,
    second: zones.size > 0,
  });
  const create = sayNumber(speech, words.create, chosen.size);
  const canCall = can("serverTools") && plan.create !== undefined && !isStale;
  const isUnknown = phase === "unclear" || (phase === "looking" && !isLooking);
  const label = isUnknown ? words.look : create;
  fill("create", isStale ? can("message") && words.renew : canCall && phase !== "asking" && label);
  fill("another", canCall && phase === "asking" && say(words.another, create));
  const isBusy = phase === "calling" || (phase === "looking" && isLooking);
  getElement("create").ariaDisabled = String(!isStale && (isBusy || toCall(state) === undefined));
  // The button that was pressed may be gone.
  if (activeElement?.closest("[hidden]")) getElement(phase === "asking" ? "open" : "copy-link").focus();
  const [headline, sentence] = describe(state, blocks);
  fill("state", phase === "done" && createIcon("done"), headline !== "" && h("strong", {}, headline));
  announce(sentence, isError);
}

/** The link of a poll that was made, or the poll that exists as a card. */
function fillLinks({ plan, phase, chosen, links }: PlanState): void {
  const { words, locale } = host.speech;
  const { title } = plan.poll;
  const isDone = phase === "done";
  const options = isDone ? listChosen(chosen) : (links.options ?? []);
  const span = writeSpan(options, plan.timeZone ?? "UTC", locale);
  const facts = ` · ${sayNumber(host.speech, words.common.options, options.length)}, ${span}`;
  const known = [createName(links.poll?.title ?? title), facts];
  const isMade = isDone && plan.state !== "exists";
  fillShare({ ...links, title, span: isDone ? span : undefined, next: isMade ? "send" : known });
}

/** What the page says above the title, and what a person has to know below the plan. */
function describe(shown: PlanState, blocks: Block[]): [state: string, sentence: string] {
  const { plan, phase, chosen, outcome } = shown;
  const { plan: words } = host.speech.words;
  if (isOld(shown)) return ["", say(words.old, words.askAgain)];
  if (phase === "done") return [words[plan.state], words.done];
  if (phase === "calling") return [words.running, ""];
  if (phase === "unclear") return [words.unsure, words.unclear];
  if (phase === "asking") return [words.exists, ""];
  const preview = words[plan.state];
  if (outcome) return [preview, outcome(host.speech.words)];
  if (!can("serverTools")) return [preview, words.ask];
  if (phase === "looking" && !isLooking) return [preview, words.unknown];
  if (chosen.size === 0) return [preview, words.none];
  const overlapping = findOverlaps(chosen).size;
  const places = blocks.flatMap(({ rows }) => rows.flatMap(({ places }) => places));
  const past = places.filter(({ option, mark }) => mark === "past" && option && chosen.has(keyOf(option)));
  const sentences = [
    !hasChosen(plan.options, chosen) && words.edited,
    overlapping > 0 && sayNumber(host.speech, words.overlapping, overlapping),
    past.length > 0 && sayNumber(host.speech, words.alreadyPast, past.length),
  ];
  return [preview, joinTexts(sentences, " ")];
}

/** Title, texts and settings, as they will be. */
function fillHeader({ plan, chosen, phase }: PlanState, count: number): void {
  const { poll, kind, timeZone, options, settings, maxOptions } = plan;
  const { words, locale } = host.speech;
  const zone = timeZone === null ? words.common.asWritten : nameZone(timeZone, locale);
  const isTimed = kind === "time";
  const weeks = sayNumber(host.speech, words.plan.weeks, count);
  const facts = [
    // A person has to know how many a poll takes once it is nearly full.
    phase !== "done" && chosen.size >= 90
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
  fill("title", createName(poll.title));
  fill("facts", joinTexts(facts, " · "));
  fill("details", ...details.flatMap((text, at) => [at > 0 && " · ", createName(text ?? "")]));
}

/** Creates the poll, or looks for it. Whatever happens here, the server makes no second one of the same title. */
function call(): void {
  const own = ++current;
  const next = state && !isOld(state) && can("serverTools") && toCall(state);
  if (!next) return;
  const isLook = state?.phase === "looking";
  isLooking = isLook;
  dispatch({ type: "call" });
  const finish = (action: PlanAction) => {
    if (own !== current) return;
    isLooking = false;
    // A look that was not answered leaves the question open, and the button to look again.
    if (isLook && action.type === "unclear") return render();
    dispatch(action);
    if (action.type === "found") call();
    if (isLook || action.type !== "made" || state === undefined) return;
    const { poll, inviteUrl } = state.plan;
    const { id, plan: made } = action;
    share({ title: poll.title, now: poll.now, created: made.state === "created", id, inviteUrl });
  };
  // Where nobody answers it is unclear what happened. A late answer still tells.
  const silence = setTimeout(() => finish({ type: "unclear" }), patience);
  request("tools/call", { name: "create_poll", arguments: next.args })
    .then((result) => finish(next.read(result)))
    .catch(() => finish({ type: "unclear" }))
    .finally(() => clearTimeout(silence));
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
getElement("undo").addEventListener("click", () => edit({ type: "undo" }));
getElement("another").addEventListener("click", call);
getElement("create").addEventListener("click", () => {
  if (state === undefined || getElement("create").ariaDisabled === "true") return;
  if (!isOld(state)) return call();
  // Some hosts drop the message: the sentence stands beside the button.
  const text = host.speech.words.plan.askAgain;
  ask("ui/message", { role: "user", content: [{ type: "text", text }] }).catch(() => {});
});
getElement("zone").addEventListener("change", render);

await connect({
  name: "rallly-connect-plan",
  take(result) {
    const found = readPlan(result);
    const { inviteUrl } = toObject(result["structuredContent"]);
    if (found === undefined)
      return inviteUrl ? { sentence: `${host.speech.words.plan.done} ${inviteUrl}` } : undefined;
    dispatch({ type: "take", plan: found });
    // The page may be drawn again after its poll was created.
    if (state?.phase === "looking") call();
    return {};
  },
  repeat: (input) =>
    Object.keys(input).length === 0
      ? undefined
      : { name: "create_poll", arguments: { ...input, dryRun: true } },
  render,
});
