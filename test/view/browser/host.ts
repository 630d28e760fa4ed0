/** A minimal host: the real bridge, a sandboxed frame, and a record of all requests. */
import {
  AppBridge,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

type ToolResult = Parameters<AppBridge["sendToolResult"]>[0];

/** What tests use. */
export interface Host {
  open(html: string, context: McpUiHostContext, capabilities: McpUiHostCapabilities): Promise<void>;
  sendResult(result: ToolResult): Promise<void>;
  changeContext(context: McpUiHostContext): void;
  teardown(): Promise<unknown>;
  /** The result of the next tool call. */
  toolResult: ToolResult;
  /** What the next tool call waits for. */
  delay: Promise<void>;
  /** Whether links are opened. */
  opensLinks: boolean;
  /** Whether files are saved. */
  savesFiles: boolean;
  /** The text of the resources that exist, by URI. */
  resources: Record<string, string>;
  requests: {
    initialized: unknown[];
    links: string[];
    calls: unknown[];
    reads: string[];
    files: unknown[];
    sizes: { width?: number; height?: number }[];
    modes: string[];
  };
}

declare global {
  interface Window {
    host: Host;
  }
}

// The policy that hosts apply to a view with an empty csp.
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'; base-uri 'self'";

let bridge: AppBridge;

window.host = {
  toolResult: { content: [] },
  delay: Promise.resolve(),
  opensLinks: true,
  savesFiles: true,
  resources: {},
  requests: { initialized: [], links: [], calls: [], reads: [], files: [], sizes: [], modes: [] },
  async open(html, context, capabilities) {
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
      window.host.requests.links.push(url);
      return window.host.opensLinks ? {} : { isError: true };
    };
    bridge.oncalltool = async (params) => {
      window.host.requests.calls.push(params);
      await window.host.delay;
      return window.host.toolResult;
    };
    bridge.onreadresource = async ({ uri }) => {
      window.host.requests.reads.push(uri);
      await window.host.delay;
      const text = window.host.resources[uri];
      if (text === undefined) throw new Error("No such resource.");
      return { contents: [{ uri, mimeType: "text/calendar", text }] };
    };
    bridge.ondownloadfile = async ({ contents }) => {
      window.host.requests.files.push(contents);
      return window.host.savesFiles ? {} : { isError: true };
    };
    bridge.onrequestdisplaymode = async ({ mode }) => {
      window.host.requests.modes.push(mode);
      return { mode };
    };
    bridge.addEventListener("sizechange", (size) => {
      window.host.requests.sizes.push(size);
      if (size.height !== undefined) frame.style.height = `${size.height}px`;
    });
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => {
        window.host.requests.initialized.push(bridge.getAppVersion());
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
  async sendResult(result) {
    await bridge.sendToolInput({ arguments: { poll: "Design review" } });
    await bridge.sendToolResult(result);
  },
  teardown: () => bridge.teardownResource({}),
  changeContext: (context) => bridge.setHostContext(context),
};
