type JsonObject = Record<string, unknown>;

/** The requests that wait for a response: JSON-RPC over postMessage with the host of this page, as in MCP Apps 2026-01-26. */
const pending = new Map<unknown, (response: JsonObject) => void>();
let lastId = 0;

// A sandboxed page cannot know the host's origin. Nothing secret is sent.
const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** Sends a notification. */
export const notify = (method: string, params: object): void => send({ method, params });

/** Sends a request. Rejects with the host's error. */
export async function request(method: string, params: object): Promise<JsonObject> {
  const id = ++lastId;
  send({ id, method, params });
  const { error, result } = await new Promise<JsonObject>((resolve) => pending.set(id, resolve));
  pending.delete(id);
  if (error !== undefined) throw new Error(String(toObject(error)["message"]));
  return toObject(result);
}

/** Receives the host's notifications, and answers its requests. Messages of other frames are ignored. */
export function listen(handlers: Record<string, (params: JsonObject) => void>): void {
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

/** The part of the host's context that this page uses. */
export interface HostContext {
  theme?: string;
  locale?: string;
  timeZone?: string;
  styles?: { variables?: Record<string, string | undefined> };
}

/** Applies the host's theme and colors. Without a theme the page follows the browser's preference. */
export function applyHostStyles({ theme, styles }: HostContext): void {
  const { style } = document.documentElement;
  if (theme === "light" || theme === "dark") style.colorScheme = theme;
  for (const [name, value = ""] of Object.entries(styles?.variables ?? {})) {
    // A value that refers to a URL could load something from the network.
    if (name.startsWith("--") && !/url|image/i.test(value)) style.setProperty(name, value);
  }
}

/** Calls `onSize` with the size of the page in px after every change, and before it `onWidth` when the width is new. */
export function watchSize(
  onSize: (size: { width: number; height: number }) => void,
  onWidth: () => void,
): void {
  let lastWidth = document.body.clientWidth;
  new ResizeObserver(() => {
    const width = document.body.clientWidth;
    if (width !== lastWidth) onWidth();
    lastWidth = width;
    onSize({ width, height: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
}
