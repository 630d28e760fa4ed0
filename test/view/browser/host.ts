/** A minimal host: the real bridge, a sandboxed frame, and a record of all requests. */
import {
  AppBridge,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

type ToolResult = Parameters<AppBridge["sendToolResult"]>[0];

declare global {
  interface Window {
    host: typeof host;
    /** Set by a test whose calls reach a server. */
    callServer?: (params: object) => Promise<ToolResult>;
  }
}

// The policy that hosts apply to a view with an empty csp.
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'; base-uri 'self'";

let bridge: AppBridge;

/** What tests use. */
const host = {
  /** The result of the next tool call. */
  toolResult: { content: [] } as ToolResult,
  /** What the next tool call waits for. */
  delay: Promise.resolve(),
  opensLinks: true,
  savesFiles: true,
  /** The text of the resources that exist, by URI. */
  resources: {} as Record<string, string>,
  requests: {
    initialized: [] as unknown[],
    links: [] as string[],
    messages: [] as unknown[],
    calls: [] as unknown[],
    files: [] as unknown[],
    contexts: [] as unknown[],
    modes: [] as string[],
    sizes: [] as { width?: number; height?: number }[],
  },
  async open(html: string, context: McpUiHostContext, capabilities: McpUiHostCapabilities): Promise<void> {
    const frame = document.createElement("iframe");
    frame.title = "View";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.style.cssText = "border:0;width:100%;height:300px;display:block";
    document.body.append(frame);
    const inside = frame.contentWindow;
    if (inside === null) throw new Error("The frame has no window");
    bridge = new AppBridge(null, { name: "test-host", version: "1.0.0" }, capabilities, {
      hostContext: context,
    });
    bridge.onopenlink = async ({ url }) => {
      host.requests.links.push(url);
      return host.opensLinks ? {} : { isError: true };
    };
    bridge.onmessage = async (message) => {
      host.requests.messages.push(message);
      return {};
    };
    bridge.oncalltool = async (params) => {
      host.requests.calls.push(params);
      const result = window.callServer ? await window.callServer(params) : host.toolResult;
      await host.delay;
      return result;
    };
    bridge.onreadresource = async ({ uri }) => {
      await host.delay;
      const text = host.resources[uri];
      if (text === undefined) throw new Error("No such resource.");
      return { contents: [{ uri, mimeType: "text/calendar", text }] };
    };
    bridge.ondownloadfile = async ({ contents }) => {
      host.requests.files.push(contents);
      return host.savesFiles ? {} : { isError: true };
    };
    bridge.onupdatemodelcontext = async (context) => {
      host.requests.contexts.push(context);
      return {};
    };
    bridge.onrequestdisplaymode = async ({ mode }) => {
      host.requests.modes.push(mode);
      frame.style.height = mode === "fullscreen" ? "900px" : "300px";
      return { mode };
    };
    bridge.addEventListener("sizechange", (size) => {
      host.requests.sizes.push(size);
      if (size.height !== undefined && host.requests.modes.at(-1) !== "fullscreen")
        frame.style.height = `${size.height}px`;
    });
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => {
        host.requests.initialized.push(bridge.getAppVersion());
        resolve();
      };
    });
    await bridge.connect(new PostMessageTransport(inside, inside));
    frame.srcdoc = html.replace(
      "<head>",
      `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
    await ready;
  },
  async sendResult(input: Record<string, unknown>, result: ToolResult): Promise<void> {
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result);
  },
  /** As a host that mixes up the order, or that streams. */
  sendOnly: (result: ToolResult): Promise<void> => bridge.sendToolResult(result),
  sendPartialInput: (input: Record<string, unknown>): Promise<void> =>
    bridge.sendToolInputPartial({ arguments: input }),
  cancel: (): Promise<void> => bridge.sendToolCancelled({}),
  teardown: (): Promise<unknown> => bridge.teardownResource({}),
  changeContext: (context: McpUiHostContext) => bridge.setHostContext(context),
};

window.host = host;
