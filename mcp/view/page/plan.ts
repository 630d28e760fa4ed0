import type { OptionTime } from "../../../src/time/options.ts";
import { isKnownTimeZone } from "../../../src/time/zones.ts";
import {
  type Block,
  createPastCheck,
  findUsualDuration,
  hasChosen,
  keyOf,
  layOut,
  listChosen,
  toArguments,
  toMessage,
} from "../draft.ts";
import { chooseOwnZone, listZones, nameZone, writeMoment, writeSpan } from "../format.ts";
import { type Plan, planKey } from "../plan.ts";
import { findOverlaps, type PlanAction, type PlanState, reducePlan } from "../plan-state.ts";
import { say, sayNumber } from "../words/index.ts";
import { createName, fill, getElement } from "./dom.ts";
import { announce, canOpen, connect, fillZones, isWaiting, isWebUrl, onOpenClick, waitFor } from "./frame.ts";
import {
  can,
  explainFailure,
  host,
  type JsonObject,
  patience,
  readFailure,
  readMeta,
  request,
  share,
  toObject,
  toRefusal,
} from "./host.ts";
import { keep, readKept } from "./kept.ts";
import { fillGrid } from "./plan-grid.ts";
import { connectShare } from "./share.ts";

let state: PlanState | undefined;
/** The places, which stay the same while a person chooses. */
let blocks: Block[] = [];
/** What a create was about, while its outcome is unclear. */
let sent: readonly OptionTime[] = [];
/** Counts plans and calls: what belongs to an earlier one comes too late. */
let current = 0;

/** Whether a click changes the plan. */
const isEditable = () => state?.phase === "editing" && state.plan.create !== undefined && can("serverTools");

function dispatch(action: PlanAction): void {
  const before = state;
  state = reducePlan(state, action);
  if (state?.added !== before?.added || state?.plan !== before?.plan) renderAnew();
  else render();
}

/** An action of the person, which the model and a page that is loaded again are told. */
function edit(action: PlanAction): void {
  if (state === undefined || !isEditable()) return;
  dispatch(action);
  keep(state.plan, { options: listChosen(state.chosen) });
  shareChosen();
}

function renderAnew(): void {
  if (state === undefined) return;
  const { plan, added } = state;
  const isPast = createPastCheck(plan, Date.now(), chooseOwnZone(host.context.timeZone));
  blocks = layOut(plan, { firstWeekday: host.speech.firstWeekday, isPast, added });
  render();
}

function render(): void {
  if (state === undefined) return;
  const { plan, chosen, refused, before, phase, otherUrl, isError, outcome } = state;
  const { speech, context } = host;
  const { activeElement } = document;
  const editable = isEditable();
  const zones = listZones(
    plan,
    plan.secondTimeZones ?? [],
    chooseOwnZone(context.timeZone),
    speech,
    "second",
  );
  const { value } = getElement("zone") as HTMLSelectElement;
  const second = zones.has(value) ? value : [...zones.keys()][0];
  fillZones(zones, second);
  const toggle = editable ? (options: OptionTime[]) => edit({ type: "toggle", options }) : undefined;
  fillGrid({ plan, blocks, chosen, second, refused, overlaps: findOverlaps(chosen), toggle });
  fillHeader(state);
  const url = otherUrl ?? plan.inviteUrl ?? "";
  const isLink = isWebUrl(url);
  const canCreate = plan.create !== undefined && can("serverTools");
  getElement("tools").hidden = !editable;
  getElement("new-time").hidden = plan.kind === "date";
  getElement("undo").ariaDisabled = String(before.length === 0);
  getElement("reset").hidden = hasChosen(plan.options, chosen);
  getElement("can-add").hidden = !editable;
  getElement("night").hidden = getElement("table").querySelector(".moon") === null;
  getElement("second").hidden = zones.size === 0;
  fill("link", isLink && url);
  getElement("open").hidden = !canOpen(url);
  getElement("sharing").hidden = !isLink;
  getElement("again").hidden = otherUrl === undefined || !editable;
  getElement("create").hidden = !canCreate || otherUrl !== undefined;
  const isReady = phase === "unclear" || (editable && chosen.size > 0);
  for (const id of ["create", "again"]) getElement(id).ariaDisabled = String(!isReady || isWaiting());
  const { look, create } = speech.words.plan;
  getElement("create").replaceChildren(phase === "unclear" ? look : sayNumber(speech, create, chosen.size));
  // The button that was pressed may be gone.
  if (activeElement?.closest("[hidden]"))
    document.querySelector<HTMLElement>("footer button:not([hidden])")?.focus();
  announce((outcome ?? (() => describePlan(plan)))(speech.words), isError);
}

/** What a person has to know of the plan. */
function describePlan({ options, state: name }: Plan): string {
  const words = host.speech.words.plan;
  if (state === undefined || name !== "preview") return words.done;
  if (!can("serverTools")) return words.ask;
  const { chosen } = state;
  if (chosen.size === 0) return words.none;
  const overlapping = findOverlaps(chosen).size;
  const past = blocks
    .flatMap(({ rows }) => rows.flatMap(({ places }) => places))
    .filter(({ option, mark }) => mark === "past" && option && chosen.has(keyOf(option))).length;
  return [
    !hasChosen(options, chosen) && words.edited,
    overlapping > 0 && sayNumber(host.speech, words.overlapping, overlapping),
    past > 0 && sayNumber(host.speech, words.alreadyPast, past),
  ]
    .filter(Boolean)
    .join(" ");
}

/** A preview of so long ago says when it was made, in milliseconds. */
const oldMs = 3_600_000;

/** Title, texts and settings, as they will be. */
function fillHeader({ plan, chosen, phase }: PlanState): void {
  const { poll, kind, timeZone, options, settings, maxOptions, madeAt } = plan;
  const { words, locale } = host.speech;
  const zone = timeZone === null ? words.common.asWritten : nameZone(timeZone, locale);
  const weeks =
    kind === "time" && blocks.length > 1 && sayNumber(host.speech, words.plan.weeks, blocks.length);
  const facts = [
    plan.state === "preview"
      ? say(words.plan.count, chosen.size, maxOptions)
      : sayNumber(host.speech, words.common.options, chosen.size),
    ...(kind === "date" ? [] : [say(words.plan.minutes, findUsualDuration(options)), zone]),
    ...(weeks ? [`${weeks}, ${writeSpan(listChosen(chosen), timeZone ?? "UTC", locale)}`] : []),
  ];
  const details = [
    ...settings.map((name) => words.plan[name]),
    poll.organizer && `${words.plan.organizer}: ${poll.organizer}`,
    poll.location,
    poll.conferencing,
    poll.description,
  ].filter((text) => text !== undefined && text !== "");
  const isOld = plan.state === "preview" && Date.now() - madeAt >= oldMs;
  const made =
    isOld && say(words.plan.made, writeMoment(madeAt, locale, chooseOwnZone(host.context.timeZone)));
  fill("state", phase === "unclear" ? words.plan.unsure : made || words.plan[plan.state]);
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
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

/** Calls create_poll. Where nobody answers it is unclear what happened. */
function callTool(args: object, take: (result: JsonObject) => void): void {
  const own = ++current;
  let isOpen = true;
  dispatch({ type: "call" });
  const finish = (run: () => void) => {
    if (current === own) run();
    isOpen = false;
  };
  const takeSilence = () => dispatch({ type: "unclear" });
  request("tools/call", { name: "create_poll", arguments: args }).then(
    (result) => finish(() => take(result)),
    () => finish(takeSilence),
  );
  setTimeout(() => isOpen && current === own && takeSilence(), patience);
}

/** Creates the poll. Whatever happens here, the server makes no second one of the same title. */
function create(again: boolean): void {
  if (state === undefined || isWaiting()) return;
  if (state.phase === "unclear") look(sent, takeLook);
  if (!isEditable() || state.chosen.size === 0) return;
  sent = listChosen(state.chosen);
  callTool(toArguments(state.plan, sent, again), takeOutcome);
}

/** Looks for the poll, and creates nothing. */
function look(options: readonly OptionTime[], take: (result: JsonObject) => void): void {
  if (state) callTool({ ...toArguments(state.plan, options, false), dryRun: true }, take);
}

/** Takes what a look found after an unclear create. */
function takeLook(result: JsonObject): void {
  const found = readPlan(result);
  if (result["isError"] === true || found === undefined) {
    dispatch({ type: "unclear" });
    if (result["isError"] === true) waitFor(toRefusal(result));
    return;
  }
  const { existing } = found;
  if (existing === undefined) dispatch({ type: "notFound" });
  else if (existing.sameOptions) takePoll(existing.url, "created");
  else dispatch({ type: "other", url: existing.url });
}

/** Shows the poll that exists with the options that were sent. */
function takePoll(url: string, name: "created" | "exists", id?: string): void {
  if (state === undefined) return;
  const { plan } = state;
  keep(plan, { options: [...sent], id, url });
  dispatch({ type: "created", sent, url, state: name });
  share({ title: plan.poll.title, now: plan.poll.now, created: true, id, inviteUrl: url });
}

/** Takes what a create returned. */
function takeOutcome(result: JsonObject): void {
  const { created, id, inviteUrl } = toObject(result["structuredContent"]);
  const known = readPlan(result);
  if (result["isError"] === true) takeFailure(result);
  else if (typeof id !== "string" || typeof inviteUrl !== "string") dispatch({ type: "unclear" });
  else if (created === true) takePoll(inviteUrl, "created", id);
  else if (known === undefined || state === undefined) dispatch({ type: "unclear" });
  else {
    // Shows the poll that exists, which may lack the texts of the plan.
    keep(state.plan, { options: known.options, id, url: inviteUrl });
    dispatch({ type: "take", plan: known });
    share({ title: known.poll.title, now: known.poll.now, created: false, id, inviteUrl });
  }
}

/** Marks the options that were not taken. */
function takeFailure(result: JsonObject): void {
  const { kind, url, fields = [] } = readFailure(result) ?? {};
  const options = fields.flatMap((field) => {
    const [, at] = /^(?:times|dates)\.(\d+)/.exec(field) ?? [];
    return at === undefined ? [] : (sent[Number(at)] ?? []);
  });
  const keys = options.map(keyOf);
  const outcome = keys.length > 0 ? () => host.speech.words.plan.marked : () => explainFailure(result);
  // Without a reason nobody knows whether the poll was created.
  if (kind === undefined || kind === "unclear") dispatch({ type: "unclear" });
  else if (kind === "exists") dispatch({ type: "other", url });
  else dispatch({ type: "refused", keys, outcome });
  waitFor(toRefusal(result));
}

function readPlan(result: JsonObject): Plan | undefined {
  const found = readMeta<Plan>(result, planKey, 2);
  if (!found || found.timeZone === null || isKnownTimeZone(found.timeZone)) return found;
  // The server may know newer zones than this browser, which then cannot write their clock times.
  const { create: _, ...readOnly } = found;
  return { ...readOnly, timeZone: "UTC" };
}

/** A page that is loaded this long after its preview looks whether the poll was created meanwhile, in milliseconds. */
const youngMs = 60_000;

function showPlan(plan: Plan): void {
  current++;
  const kept = plan.create && readKept(plan);
  dispatch({ type: "take", plan, chosen: kept?.options });
  if (!isEditable()) return;
  sent = kept?.options ?? plan.options;
  const age = Date.now() - plan.madeAt;
  if (kept?.url !== undefined) dispatch({ type: "created", sent, url: kept.url, state: "created" });
  else if (age > youngMs && age < oldMs)
    look(sent, (result) => {
      const { existing } = readPlan(result) ?? {};
      dispatch({ type: "take", plan: existing ? { ...plan, existing } : plan, chosen: kept?.options });
    });
}

/** Takes what was typed into a field, and empties it. */
function onTyped(id: string, toAction: (value: string) => PlanAction): void {
  const field = getElement(id) as HTMLInputElement;
  field.addEventListener("change", () => {
    if (field.value === "") return;
    edit(toAction(field.value));
    field.value = "";
  });
}

const getUrl = () => state?.otherUrl ?? state?.plan.inviteUrl;

onOpenClick("open", getUrl);
connectShare(() => {
  const url = getUrl();
  if (state === undefined || url === undefined) return undefined;
  const { plan, chosen } = state;
  const span = writeSpan(listChosen(chosen), plan.timeZone ?? "UTC", host.speech.locale);
  return { title: plan.poll.title, span, url };
});
onTyped("time", (time) => ({ type: "addTime", time }));
onTyped("day", (day) => ({ type: "addDay", day }));
for (const type of ["undo", "reset"] as const)
  getElement(type).addEventListener("click", () => edit({ type }));
getElement("create").addEventListener("click", () => create(false));
getElement("again").addEventListener("click", () => create(true));
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
  render: renderAnew,
});
