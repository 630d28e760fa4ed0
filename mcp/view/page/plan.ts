import type { OptionTime } from "../../../src/time/options.ts";
import { isKnownTimeZone } from "../../../src/time/zones.ts";
import {
  type Block,
  choose,
  createPastCheck,
  findUsualDuration,
  hasChosen,
  keyOf,
  layOut,
  listChosen,
  toArguments,
  toMessage,
} from "../draft.ts";
import { chooseOwnZone, listZones, nameZone } from "../format.ts";
import { type Plan, planKey } from "../plan.ts";
import { say, sayNumber, type Words } from "../words/index.ts";
import { createName, fill, getElement } from "./dom.ts";
import {
  announce,
  canOpen,
  connect,
  fillZones,
  isWebUrl,
  onHostClick,
  onOpenClick,
  waitFor,
} from "./frame.ts";
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
import { fillGrid } from "./plan-grid.ts";

/** What the page says, in the language of the person at that moment. */
type Sentence = (words: Words) => string;

let plan: Plan | undefined;
/** The places, which stay the same while a person chooses. */
let blocks: Block[] = [];
let chosen = new Map<string, OptionTime>();
/** The keys of the options that were not taken. */
let refused = new Set<string>();
/** The link of another poll of the title, which stands in the way. */
let otherUrl: string | undefined;
/** What the last create came to. */
let outcome: Sentence | undefined;
let isCreating = false;
/** Counts plans and creates: what belongs to an earlier one comes too late. */
let current = 0;

/** Whether a click changes the plan. */
const isEditable = () => plan?.create !== undefined && !isCreating && can("serverTools");

function showPlan(next: Plan): void {
  plan = next;
  chosen = choose(plan.options);
  refused = new Set();
  otherUrl = outcome = undefined;
  isCreating = false;
  current++;
  renderAnew();
}

/** What a person has to know of the plan. */
function describePlan({ plan: words }: Words): string {
  if (plan?.state !== "preview") return words.done;
  if (!can("serverTools")) return words.ask;
  if (chosen.size === 0) return words.none;
  return hasChosen(plan.options, chosen) ? "" : words.edited;
}

function renderAnew(): void {
  if (plan === undefined) return;
  const ownZone = chooseOwnZone(host.context.timeZone);
  blocks = layOut(plan, {
    firstWeekday: host.speech.firstWeekday,
    isPast: createPastCheck(plan, Date.now(), ownZone),
  });
  render();
}

function render(): void {
  if (plan === undefined) return;
  const { speech, context, capabilities } = host;
  const { activeElement } = document;
  const editable = isEditable();
  const { secondTimeZones = [] } = plan;
  const zones = listZones(plan, secondTimeZones, chooseOwnZone(context.timeZone), speech, "second");
  const zoneList = getElement("zone") as HTMLSelectElement;
  const second = zones.has(zoneList.value) ? zoneList.value : [...zones.keys()][0];
  fillZones(zones, second);
  fillGrid({ plan, blocks, chosen, second, refused, toggle: editable ? toggle : undefined });
  fillHeader(plan);
  getElement("can-add").hidden = !editable;
  getElement("night").hidden = getElement("table").querySelector(".moon") === null;
  getElement("second").hidden = zones.size === 0;
  const url = getUrl() ?? "";
  const isLink = isWebUrl(url);
  const { permissions } = toObject(capabilities["sandbox"]);
  fill("link", isLink && url);
  getElement("open").hidden = !canOpen(url);
  getElement("copy").hidden = !isLink || !("clipboardWrite" in toObject(permissions));
  getElement("again").hidden = otherUrl === undefined || !editable;
  getElement("create").hidden = plan.create === undefined || otherUrl !== undefined || !can("serverTools");
  getElement("create").ariaDisabled = String(!editable || chosen.size === 0);
  getElement("create").replaceChildren(sayNumber(speech, speech.words.plan.create, chosen.size));
  // The button that was pressed may be gone.
  if (activeElement?.closest("[hidden]"))
    document.querySelector<HTMLElement>("footer button:not([hidden])")?.focus();
  announce((outcome ?? describePlan)(speech.words));
}

/** Title, texts and settings, as they will be. */
function fillHeader({ poll, kind, state, timeZone, options, settings, maxOptions }: Plan): void {
  const { words, locale } = host.speech;
  const zone = timeZone === null ? words.common.asWritten : nameZone(timeZone, locale);
  const facts = [
    state === "preview"
      ? say(words.plan.count, chosen.size, maxOptions)
      : sayNumber(host.speech, words.common.options, chosen.size),
    ...(kind === "date" ? [] : [say(words.plan.minutes, findUsualDuration(options)), zone]),
  ];
  const details = [
    poll.description,
    poll.location,
    poll.conferencing,
    poll.organizer && `${words.plan.organizer}: ${poll.organizer}`,
    // A setting without words does not compile.
    ...settings.map((name) => words.plan[name]),
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
  otherUrl = outcome = undefined;
  render();
  shareChosen();
}

let sharing: ReturnType<typeof setTimeout> | undefined;

/** Tells the model the options once the person has stopped clicking. */
function shareChosen(): void {
  clearTimeout(sharing);
  sharing = setTimeout(() => plan?.state === "preview" && share(toMessage(plan, chosen)), 500);
}

/** Creates the poll. Whatever happens here, the server makes no second one of the same title. */
function create(again: boolean): void {
  if (plan === undefined || !isEditable() || chosen.size === 0) return;
  const sent = listChosen(chosen);
  const own = ++current;
  isCreating = true;
  outcome = ({ common }) => common.wait;
  const finish = (take: () => Sentence) => {
    if (current !== own) return;
    isCreating = false;
    outcome = take();
    render();
  };
  request("tools/call", { name: "create_poll", arguments: toArguments(plan, sent, again) }).then(
    (result) => finish(() => takeOutcome(result, sent)),
    () => finish(takeSilence),
  );
  setTimeout(() => isCreating && finish(takeSilence), patience);
  render();
}

/** Nobody knows what happened: the next click asks for the poll that may exist, not for another one. */
function takeSilence(): Sentence {
  otherUrl = undefined;
  return (words) => words.plan.unclear;
}

/** Takes what a create returned. */
function takeOutcome(result: JsonObject, sent: readonly OptionTime[]): Sentence {
  if (result["isError"] === true) return takeFailure(result, sent);
  const { created, id, inviteUrl } = toObject(result["structuredContent"]);
  if (plan === undefined || typeof id !== "string" || typeof inviteUrl !== "string") return takeSilence();
  const known = readPlan(result);
  if (created !== true) {
    // Shows the poll that exists, which may lack the texts of the plan.
    if (known === undefined) return takeSilence();
    showPlan(known);
    share({ title: known.poll.title, now: known.poll.now, created: false, id, inviteUrl });
    return (words) => words.plan.done;
  }
  const { create: _, ...shown } = plan;
  plan = { ...shown, state: "created", inviteUrl };
  // The person may have gone on while the host took its time.
  chosen = choose(sent);
  refused = new Set();
  otherUrl = undefined;
  share({ title: plan.poll.title, now: plan.poll.now, created: true, id, inviteUrl });
  return (words) => words.plan.done;
}

/** Marks the options that were not taken. */
function takeFailure(result: JsonObject, sent: readonly OptionTime[]): Sentence {
  const failure = readFailure(result);
  // Without a reason nobody knows whether the poll was created.
  if (failure === undefined || failure.kind === "unclear") return takeSilence();
  if (failure.kind === "exists") {
    otherUrl = failure.url;
    return (words) => words.plan.other;
  }
  const numbers = failure.fields?.map((field) => /^(?:times|dates)\.(\d+)/.exec(field)?.[1]) ?? [];
  const options = numbers.flatMap((number) => (number === undefined ? [] : (sent[Number(number)] ?? [])));
  refused = new Set(options.map(keyOf));
  waitFor(toRefusal(result));
  return refused.size > 0 ? (words) => words.plan.marked : () => explainFailure(result);
}

function readPlan(result: JsonObject): Plan | undefined {
  const found = readMeta<Plan>(result, planKey, 1);
  if (!found || found.timeZone === null || isKnownTimeZone(found.timeZone)) return found;
  // The server may know newer zones than this browser, which then cannot write their clock times.
  const { create: _, ...readOnly } = found;
  return { ...readOnly, timeZone: "UTC" };
}

const getUrl = () => otherUrl ?? plan?.inviteUrl;

onOpenClick("open", getUrl);
onHostClick("copy", async () => {
  const { done, notAllowed } = host.speech.words.common;
  return navigator.clipboard.writeText(getUrl() ?? "").then(
    () => done,
    () => notAllowed,
  );
});
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
