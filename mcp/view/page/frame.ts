import type { Failure } from "../failure.ts";
import { type JsonObject, toObject } from "../result.ts";
import { chooseSpeech, type Speech, say } from "../words/index.ts";
import { applyColors } from "./colors.ts";
import { create, createIcon, fill, getElement, h, type IconName } from "./dom.ts";
import {
  ask,
  can,
  type HostContext,
  host,
  listen,
  notify,
  type Refusal,
  request,
  toRefusal,
} from "./host.ts";

/** What a page does with the host's messages. */
export interface Page {
  name: string;
  /** Takes a result. Returns a sentence for the person where there is nothing to draw. */
  take: (result: JsonObject) => string | undefined;
  /** The call that has the same result and changes nothing: some hosts leave `_meta` out when they reload a page. */
  repeat: (input: JsonObject) => { name: string; arguments: object } | undefined;
  /** Draws what was taken. The language, the zone or the display may have changed. */
  render: () => void;
}

/** Connects the page with its host, and follows the host's language, theme and display. */
export async function connect({ name, take, repeat, render }: Page): Promise<void> {
  let input: JsonObject = {};
  let last: JsonObject | undefined;
  renderPage = render;
  for (const element of document.querySelectorAll<HTMLElement>("[data-icon]"))
    element.prepend(create(createIcon(element.dataset["icon"] as IconName)));
  onHostClick("full", async () => {
    const mode = host.context.displayMode === "fullscreen" ? "inline" : "fullscreen";
    const { mode: displayMode } = await ask("ui/request-display-mode", { mode });
    updateContext({ displayMode });
    return "";
  });
  function updateContext(change: JsonObject): void {
    host.context = { ...host.context, ...change };
    host.speech = chooseSpeech(host.context.locale);
    applyStyles(host.context);
    applyWords(host.speech);
    render();
  }
  async function takeResult(result: JsonObject, isRepeated = false): Promise<void> {
    if (result["isError"] === true) return showNotice(toRefusal(result));
    const sentence = take(result);
    const call = sentence !== undefined && !isRepeated && can("serverTools") && repeat(input);
    if (!call) return showNotice(sentence);
    await ask("tools/call", call).then(
      (again) => takeResult(again, true),
      (error: Refusal) => showNotice(error),
    );
  }
  listen({
    "ui/notifications/tool-input"(params) {
      input = toObject(params["arguments"]);
      // The result came first.
      if (last !== undefined && getElement("content").hidden) takeResult(last);
    },
    "ui/notifications/tool-result"(result) {
      // Nothing that the person chose is lost when a host sends its result again.
      if (JSON.stringify(result) === JSON.stringify(last)) return;
      last = result;
      takeResult(result);
    },
    "ui/notifications/tool-cancelled"() {
      last = undefined;
      showNotice(host.speech.words.common.cancelled);
    },
    "ui/notifications/host-context-changed": updateContext,
  });
  const { hostCapabilities, hostContext } = await request("ui/initialize", {
    appInfo: { name, version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion: "2026-01-26",
  }).catch((): JsonObject => ({}));
  host.capabilities = toObject(hostCapabilities);
  updateContext(toObject(hostContext));
  notify("ui/notifications/initialized", {});
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyStyles(host.context));
  new ResizeObserver(() => {
    const { width, height } = document.body.getBoundingClientRect();
    notify("ui/notifications/size-changed", { width: Math.floor(width), height: Math.ceil(height) });
  }).observe(document.body);
}

/** Shows a sentence instead of the page, or the page. */
function showNotice(notice: string | Refusal | undefined): void {
  const isError = typeof notice === "object";
  getElement("notice").removeAttribute("data-text");
  getElement("notice").classList.toggle("error", isError);
  fill("notice", (isError ? notice.message : notice) ?? false);
  getElement("content").hidden = notice !== undefined;
  if (isError) waitFor(notice.failure);
}

/** Applies the host's theme, colors and display. Without a theme the page follows the browser's preference. */
function applyStyles({ theme, styles, safeAreaInsets, ...context }: HostContext): void {
  const { displayMode, availableDisplayModes } = context;
  const { style, classList } = document.documentElement;
  if (theme === "light" || theme === "dark") style.colorScheme = theme;
  const variables = styles?.variables ?? {};
  style.setProperty("--font-sans", variables["--font-sans"] ?? "");
  applyColors(variables);
  const { top = 0, right = 0, bottom = 0, left = 0 } = safeAreaInsets ?? {};
  style.setProperty("--covered", [top, right, bottom, left].map((side) => `${side}px`).join(" "));
  classList.toggle("full", displayMode === "fullscreen");
  getElement("full").ariaPressed = String(displayMode === "fullscreen");
  getElement("full").hidden = !availableDisplayModes?.includes("fullscreen");
}

/** Writes the words of the page's own elements: `data-text` beside the icon, `data-label` as the name of an icon. */
function applyWords({ words, locale }: Speech): void {
  document.documentElement.lang = locale;
  const texts: Record<string, string> = { ...words.common, ...words.results, ...words.plan };
  for (const element of document.querySelectorAll<HTMLElement>("[data-text], [data-label]")) {
    const { text, label } = element.dataset;
    if (text !== undefined) element.replaceChildren(...element.querySelectorAll("svg"), texts[text] ?? "");
    if (label === undefined) continue;
    element.ariaLabel = texts[label] ?? "";
    element.title = element.ariaLabel;
  }
}

/** Fills the list of zones. */
export function fillZones(zones: ReadonlyMap<string, string>, chosen: string | undefined): void {
  fill("zone", ...[...zones].map(([value, label]) => h("option", { value }, label)));
  (getElement("zone") as HTMLSelectElement).value = chosen ?? "";
}

/** Shows a text, which screen readers read. */
export function announce(text: string, isError = false): void {
  const status = getElement("status");
  status.classList.toggle("error", isError);
  if (status.textContent !== text) status.replaceChildren(text);
}

let waitsUntil = 0;
let renderPage = () => {};

/** Whether Rallly asked to wait. The buttons that call it wait too. */
export const isWaiting = (): boolean => Date.now() < waitsUntil;

/** Counts the seconds down after which a call may be tried again. Screen readers do not read each one. */
export function waitFor({ kind, seconds = 60 }: Partial<Failure>): void {
  if (kind !== "wait") return;
  waitsUntil = Date.now() + seconds * 1_000;
  const tick = () => {
    const left = Math.ceil((waitsUntil - Date.now()) / 1_000);
    fill("countdown", left > 0 && say(host.speech.words.common.again, left));
    if (left > 0) setTimeout(tick, 1_000);
    else renderPage();
  };
  tick();
  renderPage();
}

/** Runs an action of the host on a click, unless it is running or has to wait. Shows its result or its error. */
export function onHostClick(id: string, action: () => Promise<string>): void {
  let isRunning = false;
  getElement(id).addEventListener("click", async () => {
    if (isRunning || getElement(id).ariaDisabled === "true") return;
    isRunning = true;
    const before = getElement("status").textContent;
    announce(host.speech.words.common.wait);
    await action().then(
      (text) => announce(text || before),
      ({ message, failure = {} }: Refusal) => {
        announce(message, true);
        waitFor(failure);
      },
    );
    isRunning = false;
  });
}
