import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";

const declaration = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown(), url: z.unknown() }).partial().optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** What the host of a call can do. */
export interface HostCapabilities {
  /** Whether it can ask the person. */
  canAsk: boolean;
  /** Whether it shows the results view (MCP Apps). */
  showsView: boolean;
}

/**
 * Reads what the host declared: in the request, or when it connected. A host on a stateless connection of the older protocol
 * declares nothing.
 */
export function readCapabilities({ mcpReq }: ServerContext, server: McpServer): HostCapabilities {
  const declared = mcpReq.envelope
    ? Reflect.get(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY)
    : server.server.getClientCapabilities();
  const { elicitation, extensions = {} } = declaration.safeParse(declared).data ?? {};
  return {
    canAsk: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    showsView: Object.hasOwn(extensions, "io.modelcontextprotocol/ui"),
  };
}
