type JsonObject = Record<string, unknown>;

/** JSON-RPC over postMessage with the host of this page, as in MCP Apps 2026-01-26. */
export interface HostConnection {
  /** Sends a request. Rejects with the host's error. */
  request(method: string, params: object): Promise<JsonObject>;
  /** Sends a notification. */
  notify(method: string, params: object): void;
}

/** Connects to the host. Messages of other frames are ignored. */
export function connectHost(onNotification: (method: string, params: JsonObject) => void): HostConnection {
  const pending = new Map<unknown, (message: JsonObject) => void>();
  let lastId = 0;

  // A sandboxed page cannot know the host's origin. Nothing secret is sent.
  const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent) return;
    const message = toObject(data);
    const { id, method, params } = message;
    if (typeof method !== "string") pending.get(id)?.(message);
    else if (id === undefined) onNotification(method, toObject(params));
    else if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: -32601, message: "Method not found" } });
  });

  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, ({ error, result }) => {
          pending.delete(id);
          if (error === undefined) resolve(toObject(result));
          else reject(new Error(String(toObject(error)["message"])));
        });
        send({ id, method, params });
      }),
  };
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
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    // A value that refers to a URL could load something from the network.
    if (!name.startsWith("--") || typeof value !== "string" || /url|image/i.test(value)) continue;
    root.style.setProperty(name, value);
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
