/** JSON-RPC over postMessage with the host of this page, as in MCP Apps 2026-01-26. */
export interface HostConnection {
  /** Sends a request. Rejects with the host's error, or when the host does not respond in time. */
  request(method: string, params: object): Promise<unknown>;
  /** Sends a notification. */
  notify(method: string, params: object): void;
}

interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: { message?: unknown };
}

/** Timeout of a request, in milliseconds: a tool call may wait for the service's rate limit. */
const requestTimeoutMs = 120_000;

/** Connects to the host. Messages of other frames are ignored. */
export function connectHost(onNotification: (method: string, params: unknown) => void): HostConnection {
  const pending = new Map<number, (message: Message) => void>();
  let lastId = 0;

  // A sandboxed page cannot know the host's origin. Nothing secret is sent.
  const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  const respond = ({ id, method }: Message) => {
    if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: -32601, message: "Method not found" } });
  };

  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || typeof event.data !== "object" || event.data === null) return;
    const message: Message = event.data;
    if (message.jsonrpc !== "2.0") return;
    if (typeof message.method !== "string") {
      if (typeof message.id === "number") pending.get(message.id)?.(message);
    } else if (message.id !== undefined) respond(message);
    else onNotification(message.method, message.params);
  });

  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const finish = (message: Message) => {
          clearTimeout(timer);
          pending.delete(id);
          if (message.error === undefined) resolve(message.result);
          else reject(new Error(String(message.error.message)));
        };
        const timer = setTimeout(
          () => finish({ error: { message: "The host did not respond." } }),
          requestTimeoutMs,
        );
        pending.set(id, finish);
        send({ id, method, params });
      }),
  };
}

/** The part of the host's context that this page uses. */
export interface HostContext {
  theme?: string;
  displayMode?: string;
  locale?: string;
  timeZone?: string;
  styles?: { variables?: Record<string, string | undefined> };
}

/** Applies the host's theme and colors. Without a theme the page follows the browser's preference. */
export function applyHostStyles(context: HostContext): void {
  const root = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") root.dataset["theme"] = context.theme;
  if (context.displayMode !== undefined) root.dataset["mode"] = context.displayMode;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    // A value that refers to a URL could load something from the network.
    if (!name.startsWith("--") || typeof value !== "string" || /url|image/i.test(value)) continue;
    root.style.setProperty(name, value);
  }
}

/** Calls `onResize` with the size of the page in px, now and after every change. */
export function watchSize(onResize: (size: { width: number; height: number }) => void): void {
  let last = "";
  const measure = () => {
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    const now = `${size.width}x${size.height}`;
    if (now !== last) onResize(size);
    last = now;
  };
  new ResizeObserver(measure).observe(document.body);
  measure();
}
