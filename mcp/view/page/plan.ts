import { formatOption } from "../../../src/time/format.ts";
import type { OptionTime } from "../../../src/time/options.ts";
import { isKnownTimeZone } from "../../../src/time/zones.ts";
import {
  type Block,
  choose,
  findUsualDuration,
  hasChosen,
  keyOf,
  layOut,
  listChosen,
  toArguments,
} from "../draft.ts";
import { chooseOwnZone, listZones, nameZone } from "../format.ts";
import { type Plan, planKey } from "../plan.ts";
import { say, sayNumber } from "../words/index.ts";
import { createName, fill, getElement, h } from "./dom.ts";
import {
  announce,
  ask,
  callTool,
  connect,
  explainFailure,
  host,
  onHostClick,
  readFailure,
  share,
  toObject,
} from "./host.ts";
import { fillGrid } from "./plan-grid.ts";

/** How long a host may take with a create, in milliseconds. The server answers within 50 seconds. */
const patience = 70_000;

let plan: Plan | undefined;
let blocks: Block[] = [];
let chosen = new Map<string, OptionTime>();
/** The keys of the options that were not taken. */
let refused = new Set<string>();
/** Another poll of the title, which stands in the way. */
let other: Plan | undefined;
/** The zone of the second line that the person chose. */
let second: string | undefined;
/** The arguments of the call that this page shows. */
let input: Record<string, unknown> = {};
/** Counts plans and creates: what belongs to an earlier one comes too late. */
let current = 0;
let isCreating = false;

const can = (capability: string) => capability in host.capabilities;

/** Whether a click changes the plan. */
const isEditable = () => plan?.create !== undefined && !isCreating && can("serverTools");

function showPlan(next: Plan): void {
  plan = next;
  chosen = choose(plan.options);
  refused = new Set();
  other = undefined;
  isCreating = false;
  current++;
  renderAnew();
  announce(describePlan());
}

/** What a person has to know of the plan. */
function describePlan(): string {
  const words = host.speech.words.plan;
  if (plan?.state !== "preview") return words.done;
  if (!can("serverTools")) return words.ask;
  if (chosen.size === 0) return words.none;
  return hasChosen(plan.options, chosen) ? "" : words.edited;
}

/** Lays out the places, which stay the same while a person chooses. */
function renderAnew(): void {
  if (plan === undefined) return;
  const ownZone = chooseOwnZone(host.context.timeZone);
  blocks = layOut(plan, { now: Date.now(), firstWeekday: host.speech.firstWeekday, ownZone });
  render();
}

function render(): void {
  if (plan === undefined) return;
  const { speech } = host;
  const editable = isEditable();
  const zones = listSecondZones(plan);
  const zone = zones.has(second ?? "") ? second : [...zones.keys()][0];
  fillGrid({ plan, blocks, chosen, speech, second: zone, isEditable: editable, refused, toggle });
  fillHeader(plan);
  getElement("can-add").hidden = !editable;
  getElement("night").hidden = getElement("table").querySelector(".moon") === null;
  getElement("second").hidden = zones.size === 0;
  fill("zone", ...[...zones].map(([value, label]) => h("option", { value }, label)));
  (getElement("zone") as HTMLSelectElement).value = zone ?? "";
  const url = (other ?? plan).inviteUrl ?? "";
  const isLink = /^https?:/i.test(url);
  const { permissions } = toObject(host.capabilities["sandbox"]);
  fill("link", isLink && url);
  getElement("open").hidden = !isLink || !can("openLinks");
  getElement("copy").hidden = !isLink || !("clipboardWrite" in toObject(permissions));
  getElement("again").hidden = other === undefined || !editable;
  getElement("create").hidden = plan.create === undefined || other !== undefined || !can("serverTools");
  getElement("create").ariaDisabled = String(!editable || chosen.size === 0);
  getElement("create").replaceChildren(sayNumber(speech, speech.words.plan.create, chosen.size));
  getElement("plan").hidden = false;
  fill("notice");
}

/** The zones of the second line: those of the request, and the person's own. */
function listSecondZones({ kind, timeZone, secondTimeZones = [] }: Plan): Map<string, string> {
  const { speech, context } = host;
  if (kind === "date" || timeZone === null) return new Map();
  const zones = listZones(
    { kind, timeZone, asked: secondTimeZones },
    chooseOwnZone(context.timeZone),
    speech,
  );
  const isOwn = (zone: string) => nameZone(zone, speech.locale) === nameZone(timeZone, speech.locale);
  return new Map([...zones].filter(([zone]) => !isOwn(zone)));
}

/** Title, texts and settings, as they will be. */
function fillHeader({ poll, kind, state, timeZone, options, settings, maxOptions }: Plan): void {
  const { words, locale } = host.speech;
  const size = kind === "date" ? words.results.days : words.results.times;
  const zone = timeZone === null ? words.common.asWritten : nameZone(timeZone, locale);
  const facts = [
    state === "preview"
      ? say(words.plan.count, chosen.size, maxOptions)
      : sayNumber(host.speech, size, chosen.size),
    ...(kind === "date" ? [] : [say(words.plan.each, findUsualDuration(options)), zone]),
  ];
  const texts: Record<string, string> = words.plan;
  const details = [
    poll.description,
    poll.location,
    poll.conferencing,
    poll.organizer && `${words.plan.organizer}: ${poll.organizer}`,
    ...settings.map((name) => texts[name]),
  ].filter((text) => text !== undefined && text !== "");
  fill("state", words.plan[state]);
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
  fill("details", ...details.flatMap((text, at) => [at > 0 && " · ", createName(text ?? "")]));
}

function toggle(option: OptionTime): void {
  if (plan === undefined) return;
  const key = keyOf(option);
  if (!chosen.has(key) && chosen.size >= plan.maxOptions) {
    announce(say(host.speech.words.plan.full, plan.maxOptions));
    return;
  }
  if (!chosen.delete(key)) chosen.set(key, option);
  refused.delete(key);
  other = undefined;
  render();
  announce(describePlan());
  shareChosen();
}

let sharing: ReturnType<typeof setTimeout> | undefined;

/** Tells the model the options once the person has stopped clicking, in the form that create_poll takes. */
function shareChosen(): void {
  clearTimeout(sharing);
  sharing = setTimeout(() => {
    if (plan?.state !== "preview") return;
    const { poll, kind, timeZone } = plan;
    const lines = listChosen(chosen).map((option) => formatOption(option, timeZone, { style: "iso" }));
    const times = lines.map((start) => ({ start }));
    share({ title: poll.title, created: false, ...(kind === "date" ? { dates: lines } : { times }) });
  }, 500);
}

/** Creates the poll. Whatever happens here, the server makes no second one of the same title. */
function create(again: boolean): void {
  if (plan === undefined || !isEditable() || chosen.size === 0) return;
  const sent = listChosen(chosen);
  const own = ++current;
  isCreating = true;
  const finish = (outcome: () => string) => {
    if (current !== own) return;
    isCreating = false;
    const text = outcome();
    render();
    announce(text);
  };
  const { words } = host.speech;
  const sayUnclear = () => words.plan.unclear;
  callTool("create_poll", toArguments(plan, sent, again)).then(
    (result) => finish(() => takeOutcome(result, sent)),
    () => finish(sayUnclear),
  );
  setTimeout(() => isCreating && finish(sayUnclear), patience);
  render();
  announce(words.common.wait);
}

/** Takes what a create returned. Returns the sentence about it. */
function takeOutcome(result: Record<string, unknown>, sent: readonly OptionTime[]): string {
  const words = host.speech.words.plan;
  if (plan === undefined) return "";
  if (result["isError"] === true) return takeFailure(result, sent);
  const found = readPlan(result) ?? readPoll(result, plan);
  if (found === undefined) return words.unclear;
  if (found.state === "exists" && !hasChosen(found.options, chosen)) {
    other = found;
    return words.other;
  }
  plan = { ...found, state: "created" };
  share({ title: plan.poll.title, created: true, id: plan.id, inviteUrl: plan.inviteUrl });
  return words.done;
}

/** Marks the options that were not taken. */
function takeFailure(result: Record<string, unknown>, sent: readonly OptionTime[]): string {
  const words = host.speech.words.plan;
  const failure = readFailure(result);
  // Without a reason nobody knows whether the poll was created.
  if (failure === undefined || failure.kind === "unclear") return words.unclear;
  const numbers = failure.fields?.map((field) => /^(?:times|dates)\.(\d+)/.exec(field)?.[1]) ?? [];
  const options = numbers.flatMap((number) => (number === undefined ? [] : (sent[Number(number)] ?? [])));
  refused = new Set(options.map(keyOf));
  return refused.size > 0 ? words.marked : explainFailure(result);
}

/** The plan in a result, unless an older or newer server made it. */
function readPlan(result: Record<string, unknown>): Plan | undefined {
  const found = toObject(result["_meta"])[planKey] as Plan | undefined;
  if (found?.version !== 1) return undefined;
  if (found.timeZone === null || isKnownTimeZone(found.timeZone)) return found;
  // The server may know newer zones than this browser, which then cannot write their clock times.
  const { create: _, ...readOnly } = found;
  return { ...readOnly, timeZone: "UTC" };
}

/** The poll of a result without `_meta`. Nothing tells the options of one that existed before. */
function readPoll(result: Record<string, unknown>, { create: _, ...shown }: Plan): Plan | undefined {
  const { created, id, inviteUrl } = toObject(result["structuredContent"]);
  if (typeof id !== "string") return undefined;
  const state = created === true ? "created" : "exists";
  const options = created === true ? listChosen(chosen) : [];
  return { ...shown, state, options, id, inviteUrl: String(inviteUrl) };
}

/** Shows a result. After a reload some hosts leave `_meta` out: a preview can be made again, because it creates nothing. */
async function showResult(result: Record<string, unknown>, isRepeated = false): Promise<void> {
  const { words } = host.speech;
  const found = readPlan(result);
  const { inviteUrl } = toObject(result["structuredContent"]);
  if (result["isError"] === true) showMessage(explainFailure(result));
  else if (found !== undefined) showPlan(found);
  else if (input["dryRun"] === true && can("serverTools") && !isRepeated)
    await callTool("create_poll", input).then(
      (again) => showResult(again, true),
      () => showMessage(words.failures.failed),
    );
  else if (typeof inviteUrl === "string") showMessage(`${words.plan.done} ${inviteUrl}`);
  else showMessage(words.common.empty);
}

/** Shows a message instead of a plan. */
function showMessage(text: string): void {
  plan = undefined;
  getElement("plan").hidden = true;
  fill("notice", text);
}

const getUrl = () => (other ?? plan)?.inviteUrl ?? "";

onHostClick("open", async () => {
  await ask("ui/open-link", { url: getUrl() });
  return "";
});
onHostClick("copy", async () => {
  const { common, plan } = host.speech.words;
  return navigator.clipboard.writeText(getUrl()).then(
    () => plan.copied,
    () => common.notAllowed,
  );
});
getElement("create").addEventListener("click", () => create(false));
getElement("again").addEventListener("click", () => create(true));
getElement("zone").addEventListener("change", ({ target }) => {
  second = (target as HTMLSelectElement).value;
  render();
});

await connect({
  name: "rallly-connect-plan",
  onInput(args) {
    input = args;
  },
  onResult: showResult,
  onCancel: () => showMessage(host.speech.words.common.cancelled),
  onContext: renderAnew,
});
