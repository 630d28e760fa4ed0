/** JSON-RPC over postMessage with the host that shows this page, as MCP Apps 2026-01-26 speaks it. */
export interface Bridge {
  /** Asks the host; rejects with the host's message, or when the host closes without an answer. */
  ask(method: string, params: object): Promise<unknown>;
  /** Tells the host. */
  tell(method: string, params: object): void;
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
const PATIENCE = 120_000;

/** Opens the way to the host. `hear` gets every notification; frames from anyone but the host are ignored. */
export function openBridge(hear: (method: string, params: unknown) => void): Bridge {
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
    tell: (method, params) => send({ method, params }),
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const finish = (message: Message) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (message.error === undefined) resolve(message.result);
          else reject(new Error(String(message.error.message)));
        };
        const timer = setTimeout(() => finish({ error: { message: "The host gave no answer." } }), PATIENCE);
        waiting.set(id, finish);
        send({ id, method, params });
      }),
  };
}
