/** JSON-RPC over postMessage with the host that shows this page, as MCP Apps 2026-01-26 speaks it. */
export interface HostConnection {
  /** Asks the host; rejects with the host's message, or when the host closes without an answer. */
  request(method: string, params: object): Promise<unknown>;
  /** Tells the host. */
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

/** How long the host may take over one request, in ms; a tool call may wait for the service's rate limit. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Opens the way to the host. `hear` gets every notification; frames from anyone but the host are ignored. */
export function connectHost(hear: (method: string, params: unknown) => void): HostConnection {
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;

  // The host's origin is not known to a page without one of its own; nothing secret is ever sent.
  const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  const answer = ({ id, method }: Message) => {
    if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: -32601, message: "Method not found" } });
  };

  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || typeof event.data !== "object" || event.data === null) return;
    const message: Message = event.data;
    if (message.jsonrpc !== "2.0") return;
    if (typeof message.method !== "string") {
      if (typeof message.id === "number") waiting.get(message.id)?.(message);
    } else if (message.id !== undefined) answer(message);
    else hear(message.method, message.params);
  });

  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const finish = (message: Message) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (message.error === undefined) resolve(message.result);
          else reject(new Error(String(message.error.message)));
        };
        const timer = setTimeout(
          () => finish({ error: { message: "The host gave no answer." } }),
          REQUEST_TIMEOUT_MS,
        );
        waiting.set(id, finish);
        send({ id, method, params });
      }),
  };
}
/** What this page takes from the host's context; every field may be absent. */
export interface HostContext {
  theme?: string;
  displayMode?: string;
  locale?: string;
  timeZone?: string;
  styles?: { variables?: Record<string, string | undefined> };
}
/** Puts the host's theme and colours on the page. Without a theme the page follows the browser's preference. */
export function applyHostStyles(context: HostContext): void {
  const root = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") root.dataset["theme"] = context.theme;
  if (context.displayMode !== undefined) root.dataset["mode"] = context.displayMode;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    // Nothing that could load anything, whatever the host's policy says.
    if (!name.startsWith("--") || typeof value !== "string" || /url|image/i.test(value)) continue;
    root.style.setProperty(name, value);
  }
}
/** Tells how tall the page is now, and whenever that changes. */
export function watchSize(tell: (size: { width: number; height: number }) => void): void {
  let last = "";
  const measure = () => {
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    const now = `${size.width}x${size.height}`;
    if (now !== last) tell(size);
    last = now;
  };
  new ResizeObserver(measure).observe(document.body);
  measure();
}
