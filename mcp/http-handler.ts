import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpHandlerRequestOptions,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Log } from "./log.ts";
import { type Frame, refuseMessage } from "./message.ts";

/** Serves MCP over HTTP without sessions: one server for each request, for every protocol version. */
export interface HttpHandler {
  /** Serves a POST by what its body holds, which is read before; other methods without a frame. */
  fetch(
    request: Request,
    frame?: Frame,
    options?: Pick<McpHandlerRequestOptions, "authInfo">,
  ): Promise<Response>;
  close(): Promise<void>;
}

const bothTypes = "application/json, text/event-stream";

/**
 * Creates a handler. Up to 2025 the SDK answers with a stream, and 406 to hosts that take JSON alone or name no type: here JSON is the
 * answer, unless a host takes both and asks for progress.
 */
export function createHttpHandler(createServer: McpServerFactory, onerror: Log): HttpHandler {
  const modern = createMcpHandler(createServer, { legacy: "reject", onerror });
  const stream = legacyStatelessFallback(createServer, onerror);

  async function answerInJson(request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    const { authInfo } = options;
    const server = await createServer({ era: "legacy", requestInfo: request, ...(authInfo && { authInfo }) });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const close = () => void server.close().catch(onerror);
    request.signal.addEventListener("abort", close, { once: true });
    const headers = new Headers(request.headers);
    headers.set("accept", bothTypes);
    try {
      // Without the body, which is read: a Request that has one stays in memory until a finalizer runs.
      return await transport.handleRequest(new Request(request.url, { method: "POST", headers }), options);
    } finally {
      close();
    }
  }

  return {
    async fetch(request, frame, options = {}) {
      if (frame && "refusal" in frame) {
        const { status, message, code, id } = frame.refusal;
        return refuseMessage(status, message, code, id);
      }
      // The SDK would serve both, and answer one.
      if (frame && sharesIds(frame.message))
        return refuseMessage(
          400,
          "Each request of a batch needs an id of its own: nothing was done.",
          -32600,
        );
      const withBody = { ...options, ...(frame && { parsedBody: frame.message }) };
      if (!(await isLegacyRequest(request, frame?.message))) return modern.fetch(request, withBody);
      if (!frame) return stream(request, options);
      const accept = request.headers.get("accept") ?? "";
      const takesBoth = bothTypes.split(", ").every((type) => accept.includes(type));
      return takesBoth && asksForProgress(frame.message)
        ? stream(request, withBody)
        : answerInJson(request, withBody);
    },
    close: () => modern.close(),
  };
}

function sharesIds(message: object): boolean {
  const ids = [message].flat().flatMap((each) => ("method" in each && "id" in each ? [each.id] : []));
  return new Set(ids).size < ids.length;
}

const asksForProgress = (message: object): boolean =>
  [message]
    .flat()
    .some((each) => Object(Object(Object(each).params)["_meta"])["progressToken"] !== undefined);
