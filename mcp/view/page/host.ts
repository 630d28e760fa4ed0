import { type Failure, failureKey } from "../failure.ts";
import { chooseSpeech, type Speech, say } from "../words/index.ts";
import { createIcon, getElement, type IconName } from "./dom.ts";

type JsonObject = Record<string, unknown>;

/** The requests that wait for a response: JSON-RPC over postMessage with the host of this page, as in MCP Apps 2026-01-26. */
const pending = new Map<unknown, (response: JsonObject) => void>();
let lastId = 0;

// A sandboxed page cannot know the host's origin. Nothing secret is sent.
const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

const notify = (method: string, params: object): void => send({ method, params });

/** Sends a request. Rejects with the host's error. */
async function request(method: string, params: object): Promise<JsonObject> {
  const id = ++lastId;
  send({ id, method, params });
  const { error, result } = await new Promise<JsonObject>((resolve) => pending.set(id, resolve));
  pending.delete(id);
  if (error !== undefined) throw new Error(String(toObject(error)["message"]));
  return toObject(result);
}

/** Receives the host's notifications, and answers its requests. Messages of other frames are ignored. */
function listen(handlers: Record<string, (params: JsonObject) => void>): void {
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent) return;
    const message = toObject(data);
    const { id, method, params } = message;
    if (typeof method !== "string") pending.get(id)?.(message);
    else if (id === undefined) handlers[method]?.(toObject(params));
    else if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: -32601, message: "Method not found" } });
  });
}

/** An object as it is, anything else as an empty one. */
export function toObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The part of the host's context that the pages use. */
export interface HostContext {
  theme?: string;
  locale?: string;
  timeZone?: string;
  styles?: { variables?: Record<string, string | undefined> };
  displayMode?: string;
  availableDisplayModes?: string[];
}

/** The host: what it told, what it can do, and how to speak with the person. */
export const host = {
  context: {} as HostContext,
  capabilities: {} as JsonObject,
  speech: chooseSpeech(undefined),
};

/** What a page does with the host's messages. */
export interface PageHandlers {
  name: string;
  onInput?: (args: JsonObject) => void;
  onResult: (result: JsonObject) => unknown;
  onCancel: () => void;
  /** The language, the zone or the display may have changed. */
  onContext: () => void;
}

/** Connects the page with its host, and follows the host's language, theme and display. */
export async function connect({ name, onInput, onResult, onCancel, onContext }: PageHandlers): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>("[data-icon]"))
    element.prepend(createIcon(element.dataset["icon"] as IconName));
  onHostClick("full", async () => {
    const mode = host.context.displayMode === "fullscreen" ? "inline" : "fullscreen";
    const { mode: displayMode } = await request("ui/request-display-mode", { mode });
    updateContext({ displayMode });
    return "";
  });
  function updateContext(change: JsonObject): void {
    host.context = { ...host.context, ...change };
    host.speech = chooseSpeech(host.context.locale);
    applyStyles(host.context);
    applyWords(host.speech);
    onContext();
  }
  listen({
    "ui/notifications/tool-input": (params) => onInput?.(toObject(params["arguments"])),
    "ui/notifications/tool-result": onResult,
    "ui/notifications/tool-cancelled": onCancel,
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
  new ResizeObserver(() => {
    const { width, height } = document.body.getBoundingClientRect();
    notify("ui/notifications/size-changed", { width: Math.floor(width), height: Math.ceil(height) });
  }).observe(document.body);
}

/** Applies the host's theme, colors and display. Without a theme the page follows the browser's preference. */
function applyStyles({ theme, styles, displayMode, availableDisplayModes }: HostContext): void {
  const { style, classList } = document.documentElement;
  if (theme === "light" || theme === "dark") style.colorScheme = theme;
  for (const [name, value = ""] of Object.entries(styles?.variables ?? {})) {
    // A value that refers to a URL could load something from the network.
    if (name.startsWith("--") && !/url|image/i.test(value)) style.setProperty(name, value);
  }
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

/** Asks the host for something. Throws a sentence for the person. */
export async function ask(method: string, params: object): Promise<JsonObject> {
  const { words } = host.speech;
  const result = await request(method, params).catch(() => ({ isError: true }));
  if (!("isError" in result) || result.isError !== true) return result;
  throw new Error(method === "tools/call" ? explainFailure(result) : words.common.notAllowed);
}

/** Calls a tool of the server. Rejects with the host's error, after which nobody knows what happened. */
export const callTool = (name: string, args: object): Promise<JsonObject> =>
  request("tools/call", { name, arguments: args });

/** Why a call failed. Some hosts leave it out. */
export const readFailure = (result: JsonObject): Failure | undefined =>
  toObject(result["_meta"])[failureKey] as Failure | undefined;

/** The sentence about a failed result. */
export function explainFailure(result: JsonObject): string {
  const { kind = "failed", seconds = 60 } = readFailure(result) ?? {};
  return say(host.speech.words.failures[kind], seconds);
}

/**
 * Tells the model what the person chose, where the host offers it. Some hosts accept it and drop it, so nothing depends on it.
 */
export function share(data: object): void {
  const { updateModelContext } = host.capabilities;
  if (updateModelContext === undefined) return;
  const params =
    "structuredContent" in toObject(updateModelContext)
      ? { structuredContent: data }
      : { content: [{ type: "text", text: JSON.stringify(data) }] };
  request("ui/update-model-context", params).catch(() => {});
}

/** Shows a text for a moment in the life of the page, which screen readers read. */
export const announce = (text: string): void => getElement("status").replaceChildren(text);

/** Runs an action of the host on a click, unless it is running. Shows its result or its error. */
export function onHostClick(id: string, action: () => Promise<string>): void {
  let isRunning = false;
  getElement(id).addEventListener("click", async () => {
    if (isRunning) return;
    isRunning = true;
    announce(host.speech.words.common.wait);
    announce(await action().catch((error: Error) => error.message));
    isRunning = false;
  });
}
