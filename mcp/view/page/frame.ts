import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { type JsonObject, toObject } from "../result.ts";
import { chooseSpeech, type Speech } from "../words/index.ts";
import { applyColors } from "./colors.ts";
import { create, createIcon, fill, getElement, h, show } from "./dom.ts";
import { ask, can, host, listen, notify, type Refusal, request, toRefusal } from "./host.ts";

/** What a page does with the host's messages. */
export interface Page {
  name: string;
  /** Takes a result. Returns a sentence for the person where there is nothing to draw, and none where nobody knows why. */
  take: (result: JsonObject) => { sentence?: string | undefined } | undefined;
  /**
   * The call that shows the same and changes nothing: after an error, and for hosts that leave `_meta` out when they load a page again.
   */
  repeat: (input: JsonObject) => { name: string; arguments: object } | undefined;
  /** Draws what was taken. The language, the zone or the display may have changed. */
  render: () => void;
}

/** Connects the page with its host, and follows the host's language, theme and display. */
export async function connect({ name, take, repeat, render }: Page): Promise<void> {
  let input: JsonObject = {};
  let last: JsonObject | undefined;
  for (const element of document.querySelectorAll<HTMLElement>("[data-icon]"))
    element.prepend(create(createIcon(element.dataset["icon"] ?? "")));
  async function changeMode(mode: string): Promise<void> {
    const { mode: displayMode } = await ask("ui/request-display-mode", { mode });
    updateContext({ displayMode });
  }
  const isFull = () => host.context.displayMode === "fullscreen";
  onHostClick("full", () => changeMode(isFull() ? "inline" : "fullscreen"));
  onHostClick("retry", async () => repeatCall());
  getElement("menu").addEventListener("click", () => getElement("menu").hidePopover());
  document.addEventListener("keydown", ({ key }) => {
    // It closes a menu first.
    if (key === "Escape" && isFull() && !document.querySelector(":popover-open"))
      changeMode("inline").catch(() => {});
  });
  function updateContext(change: JsonObject): void {
    host.context = { ...host.context, ...change };
    host.speech = chooseSpeech(host.context.locale);
    applyStyles(host.context);
    applyWords(host.speech);
    render();
  }
  const findCall = () => (can("serverTools") ? repeat(input) : undefined);
  const fail = (error: Refusal) => showNotice(error, findCall() !== undefined);
  const repeatCall = () =>
    ask("tools/call", { ...findCall() }).then((result) => takeResult(result, true), fail);
  function takeResult(result: JsonObject, isRepeated = false): unknown {
    if (result["isError"] === true) return fail(toRefusal(result));
    const drawn = take(result);
    if (drawn === undefined && findCall() && !isRepeated) return repeatCall();
    return showNotice(drawn ? drawn.sentence : host.speech.words.common.empty);
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
function showNotice(notice: string | Refusal | undefined, canRepeat = false): void {
  const isError = typeof notice === "object";
  getElement("notice").removeAttribute("data-text");
  getElement("notice").classList.toggle("error", isError);
  fill("notice", isError ? notice.message : notice);
  show({ retry: canRepeat, wait: notice !== undefined, content: notice === undefined });
}

/** Applies the host's theme, colors and display. Without a theme the page follows the browser's preference. */
function applyStyles({ theme, styles, safeAreaInsets, ...context }: McpUiHostContext): void {
  const { displayMode, availableDisplayModes } = context;
  const { style, classList } = document.documentElement;
  if (theme === "light" || theme === "dark") style.colorScheme = theme;
  const variables: Partial<Record<string, string>> = styles?.variables ?? {};
  style.setProperty("--font-sans", variables["--font-sans"] ?? "");
  applyColors(variables);
  const { top = 0, right = 0, bottom = 0, left = 0 } = safeAreaInsets ?? {};
  style.setProperty("--covered", [top, right, bottom, left].map((side) => `${side + 12}px`).join(" "));
  classList.toggle("full", displayMode === "fullscreen");
  getElement("full").ariaPressed = String(displayMode === "fullscreen");
  show({ full: availableDisplayModes?.includes("fullscreen") ?? false });
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

/** Runs an action of the host on a click, unless it is running. Shows its result, if that is a text, or its error. */
export function onHostClick(id: string, action: () => Promise<unknown>): void {
  let isRunning = false;
  getElement(id).addEventListener("click", async () => {
    if (isRunning) return;
    isRunning = true;
    const before = getElement("status").textContent;
    announce(host.speech.words.common.wait);
    await action().then(
      (text) => announce(typeof text === "string" ? text : before),
      ({ message }: Refusal) => announce(message, true),
    );
    isRunning = false;
  });
}
