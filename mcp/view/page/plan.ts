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
import {
  age,
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

function dispatch(action: PlanAction): void {
  state = reducePlan(state, action);
  render();
}

/** An action of the person, which the model is told. */
function edit(action: Edit): void {
  dispatch(action);
  if (state?.plan.state === "preview") share(toMessage(state.plan, state.chosen));
}

function render(): void {
  if (state === undefined) return;
  state = age(state, Date.now());
  const { plan, chosen, added, before, phase, isError } = state;
  const { speech, context } = host;
  const { plan: words } = speech.words;
  const { activeElement } = document;
  const canEdit = isEditable(state);
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
  const label = phase === "unknown" || phase === "unclear" ? words.look : create;
  const isOld = phase === "old";
  const canCall = plan.create !== undefined && phase !== "asking";
  fill("create", isOld ? can("message") && words.renew : canCall && label);
  fill("another", phase === "asking" && plan.create !== undefined && say(words.another, create));
  getElement("create").ariaDisabled = String(!isOld && toCall(state) === undefined);
  // The button that was pressed may be gone.
  if (activeElement?.closest("[hidden]")) getElement(phase === "asking" ? "open" : "copy-link").focus();
  const [headline, sentence] = describe(state, blocks);
  fill("state", phase === "done" && createIcon("done"), headline !== "" && h("strong", {}, headline));
  announce(sentence, isError);
}

/** The link of a poll that was made, or the poll that exists as a card. */
function fillLinks({ plan, phase, chosen }: PlanState): void {
  const { words, locale } = host.speech;
  const isDone = phase === "done";
  const shown = (phase === "asking" && plan.existing) || plan;
  const { title } = shown.poll;
  const options = isDone ? listChosen(chosen) : shown.options;
  const span = writeSpan(options, plan.timeZone ?? "UTC", locale);
  const facts = ` · ${sayNumber(host.speech, words.common.options, options.length)}, ${span}`;
  const known = [createName(title), facts];
  const isMade = isDone && plan.state !== "exists";
  fillShare({ ...shown, title, span: isDone ? span : undefined, next: isMade ? "send" : known });
}

/** What the page says above the title, and what a person has to know below the plan. */
function describe(shown: PlanState, blocks: Block[]): [state: string, sentence: string] {
  const { plan, phase, chosen, outcome } = shown;
  const { plan: words } = host.speech.words;
  if (phase === "old") return ["", say(words.old, words.askAgain)];
  if (phase === "done") return [words[plan.state], words.done];
  if (phase === "calling") return [words.running, ""];
  if (phase === "unclear") return [words.unsure, words.unclear];
  if (phase === "asking") return [words.exists, ""];
  const preview = words[plan.state];
  if (outcome) return [preview, outcome(host.speech.words)];
  if (plan.create === undefined) return [preview, words.ask];
  if (chosen.size === 0) return [preview, words.none];
  if (phase === "unknown") return [preview, words.unknown];
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
  // It may have become too old.
  render();
  const next = state && toCall(state);
  if (!next) return;
  const own = ++current;
  const isLook = state?.phase === "unknown";
  dispatch({ type: "call" });
  const finish = (action: PlanAction) => {
    if (own !== current) return;
    dispatch(action);
    if (action.type === "found") call();
    if (isLook || state?.phase !== "done") return;
    const { poll, inviteUrl, state: name } = state.plan;
    const id = action.type === "made" ? action.id : undefined;
    share({ title: poll.title, now: poll.now, created: name === "created", id, inviteUrl });
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
  if (state?.phase !== "old") return call();
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
    current++;
    // A page that cannot call tools creates nothing.
    dispatch({ type: "take", plan: can("serverTools") ? found : { ...found, create: undefined } });
    // The page may be drawn again after its poll was created.
    if (state?.phase === "unknown") call();
    return {};
  },
  repeat: (input) =>
    Object.keys(input).length === 0
      ? undefined
      : { name: "create_poll", arguments: { ...input, dryRun: true } },
  render,
});
