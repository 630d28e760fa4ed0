import { OAuthResourceServer } from "@cloudflare/workers-oauth-provider";
import { createMcpHandler, preloadSchemas } from "@modelcontextprotocol/server";
import { describeEvent } from "../mcp/log.ts";
import { createServer } from "../mcp/server.ts";
import { redactKeys } from "../src/api/send/redact.ts";
import type { Bindings } from "./bindings.ts";
import { limitAddress } from "./limits.ts";
import {
  allScopes,
  createAuthorizationServer,
  endGrant,
  type GrantProps,
  toHash,
  tooManyRequests,
  toResource,
  writeScope,
} from "./oauth.ts";
import { createSpaceClient } from "./space.ts";

// While the Worker starts, and not in the first request: Cloudflare counts the processor time of requests alone.
preloadSchemas();

/** Maximum length of a token, in characters. Longer ones are no keys of the store. */
const maxTokenLength = 400;

const log = (event: unknown) => console.warn(redactKeys(describeEvent(event)));

/** An API key in place of a token, for clients without a browser. It lies outside MCP's authorization: nothing offers it. */
const isApiKey = (token: string) => token.startsWith("sk_");

/** What a writing call of a grant to read only is told. */
const needsWriteScope = {
  scopes: [...allScopes] as [string, ...string[]],
  errorDescription: "This connection is read only. Connect again, and allow to create and delete polls.",
};

/** Serves `/mcp` and its metadata at one origin: 401 without a valid token, and 403 beyond the grant's scopes. */
export function createResourceServer(origin: string): OAuthResourceServer<Bindings, GrantProps> {
  const resource = toResource(origin);
  const authorizationServer = createAuthorizationServer(origin);
  return new OAuthResourceServer<Bindings, GrantProps>({
    // No scope is required, so that hosts ask for none, and the person chooses on the page.
    resourceMetadata: {
      resource,
      authorization_servers: [origin],
      resource_name: "Rallly scheduling polls",
    },
    validateToken: (bindings) => async (audience, token) => {
      if (token.length > maxTokenLength) return null;
      if (isApiKey(token)) return { audience, scope: allScopes, props: { apiKey: token } };
      return authorizationServer.validateToken<GrantProps>(audience, token, bindings);
    },
    handler: {
      async fetch(request, bindings, context) {
        const { auth, props } = context;
        const isKey = isApiKey(auth.token);
        const name = isKey ? await toHash(auth.token) : auth.token.slice(0, auth.token.lastIndexOf(":"));
        if (isKey && !(await limitAddress(request, bindings.TOKEN_LIMITER))) return tooManyRequests();
        if (!(await bindings.CALL_LIMITER.limit({ key: name })).success) return tooManyRequests();
        const endConnection = () => {
          if (!isKey) context.waitUntil(endGrant(origin, auth.token, bindings));
        };
        const caller = {
          apiKey: props.apiKey,
          keyHelp: isKey
            ? "It is the Bearer token that the client sends. The person replaces it there by a key that works."
            : "This connection has ended. Connect again with a key that works.",
          loadClient: async () => createSpaceClient(props.apiKey, bindings.RALLLY_BASE_URL, endConnection),
        };
        const challengeWrite = () => (auth.scope.includes(writeScope) ? undefined : needsWriteScope);
        const handler = createMcpHandler(() => createServer(caller, { log, challengeWrite }), {
          onerror: log,
        });
        const { token, scope: scopes, clientId = "" } = auth;
        return handler.fetch(request, {
          authInfo: { token, clientId, scopes, resource: new URL(resource) },
        });
      },
    },
  });
}
