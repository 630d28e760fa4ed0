import { insufficientScope, OAuthResourceServer } from "@cloudflare/workers-oauth-provider";
import { createMcpHandler, preloadSchemas, readRequestBody } from "@modelcontextprotocol/server";
import { describeEvent } from "../mcp/log.ts";
import { createServer } from "../mcp/server.ts";
import { listedTools } from "../mcp/tools/listing.ts";
import { redactKeys } from "../src/api/web.ts";
import type { Bindings } from "./bindings.ts";
import {
  allScopes,
  createAuthorizationServer,
  endGrant,
  type GrantProps,
  readScope,
  tooManyRequests,
  toResource,
  writeScope,
} from "./oauth.ts";
import { createSpaceClient } from "./space.ts";

// While the Worker starts, and not in the first request: Cloudflare counts the processor time of requests alone.
preloadSchemas();

/** Maximum size of a message, in bytes. */
const maxMessageBytes = 4 * 1024 * 1024;

/** Maximum length of a token, in characters. Longer ones are no keys of the store. */
const maxTokenLength = 400;

const writingTools = new Set(listedTools.filter(({ effect }) => effect !== "read").map(({ name }) => name));

const log = (event: unknown) => console.warn(redactKeys(describeEvent(event)));

/** Serves `/mcp` and its metadata at one origin: 401 without a valid token, and 403 beyond the grant's scopes. */
export function createResourceServer(origin: string): OAuthResourceServer<Bindings, GrantProps> {
  const authorizationServer = createAuthorizationServer(origin);
  return new OAuthResourceServer<Bindings, GrantProps>({
    resourceMetadata: {
      resource: toResource(origin),
      authorization_servers: [origin],
      resource_name: "Rallly scheduling polls",
    },
    // The minimum, for which a host asks first. The page offers more, and so does the response to a call that needs it.
    requiredScopes: [readScope],
    validateToken: (bindings) => async (resource, token) =>
      token.length > maxTokenLength
        ? null
        : authorizationServer.validateToken<GrantProps>(resource, token, bindings),
    handler: {
      async fetch(request, bindings, context) {
        const { auth, props } = context;
        const grant = auth.token.slice(0, auth.token.lastIndexOf(":"));
        if (!(await bindings.CALL_LIMITER.limit({ key: grant })).success) return tooManyRequests();
        const body = await readRequestBody(request.clone(), maxMessageBytes);
        const mayWrite = auth.scope.includes(writeScope);
        if (!mayWrite && !body.tooLarge && callsWritingTool(body.text))
          return insufficientScope(
            auth,
            allScopes,
            "This connection is read only. Connect again, and allow to create and delete polls.",
          );
        const endConnection = () => context.waitUntil(endGrant(origin, auth.token, bindings));
        const client = createSpaceClient(props.apiKey, bindings.RALLLY_BASE_URL, endConnection);
        const caller = {
          apiKey: props.apiKey,
          keyHelp: "This connection has ended. Connect again with a key that works.",
          loadClient: async () => client,
        };
        const options = { readOnly: !mayWrite, log };
        const handler = createMcpHandler(() => createServer(caller, options), {
          onerror: log,
          maxRequestBodySize: maxMessageBytes,
        });
        return handler.fetch(request);
      },
    },
  });
}

/** Whether a message calls a tool that changes polls. What is no message gets its response from the SDK. */
function callsWritingTool(text: string): boolean {
  try {
    return [JSON.parse(text)].flat().some((message) => {
      const { method, params } = Object(message);
      return method === "tools/call" && writingTools.has(Object(params).name);
    });
  } catch {
    return false;
  }
}
