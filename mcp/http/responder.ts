import { AsyncLocalStorage } from "node:async_hooks";
import { createMcpHandler, isJsonContentType, type McpServerFactory } from "@modelcontextprotocol/server";
import { createRedactor, type Redactor } from "../../src/api/core.ts";
import { formatEvent } from "../log.ts";
import { sanitizeProtocolError } from "../runtime/request-limits.ts";

/** Responds to MCP requests that were read and parsed, on any runtime with `fetch`. */
export interface Responder {
  /** Passes a request to the SDK. Masks the caller's API key in errors and log lines. */
  respond(request: Request, parsedBody: unknown, key: string | undefined): Promise<Response>;
  /** Reports an error as a log line, with the key of the current request's caller masked. */
  onError(error: unknown): void;
  close(): Promise<void>;
}

/** Creates a responder without sessions: the factory creates a server for each request, for every protocol version. */
export function createResponder(factory: McpServerFactory, report: (line: string) => void): Responder {
  /** Masks the key of the current request's caller. */
  const callerRedactor = new AsyncLocalStorage<Redactor>();
  const onError = (error: unknown) =>
    report(formatEvent(error, callerRedactor.getStore() ?? defaultRedactor));
  const handler = createMcpHandler(factory, { onerror: onError });
  return {
    async respond(request, parsedBody, key) {
      const redactor = createCallerRedactor(key);
      return callerRedactor.run(redactor, async () => {
        const response = await handler.fetch(request, { parsedBody });
        return response.ok ? response : sanitizeErrorResponse(response, redactor);
      });
    },
    onError,
    close: () => handler.close(),
  };
}

/** Created on first use, because most requests need none. */
function createCallerRedactor(key: string | undefined): Redactor {
  let redactor: Redactor | undefined;
  return (text) => {
    redactor ??= key === undefined ? defaultRedactor : createRedactor([key]);
    return redactor(text);
  };
}

const defaultRedactor = createRedactor([]);

/** The SDK's errors repeat headers unchanged. */
async function sanitizeErrorResponse(response: Response, redactor: Redactor): Promise<Response> {
  const { status, headers } = response;
  if (!isJsonContentType(headers.get("content-type"))) return response;
  const body = (await response.json()) as { error?: unknown };
  headers.delete("content-length");
  return Response.json({ ...body, error: sanitizeProtocolError(body.error, redactor) }, { status, headers });
}
