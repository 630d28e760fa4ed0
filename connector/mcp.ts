import { insufficientScope, OAuthResourceServer } from "@cloudflare/workers-oauth-provider";
import { preloadSchemas } from "@modelcontextprotocol/server";
import { checkContent, errorReply, type HttpReply, tooLarge } from "../mcp/http/check-request.ts";
import { createResponder } from "../mcp/http/responder.ts";
import { createCallLimiter } from "../mcp/runtime/call-limiter.ts";
import { parseBody } from "../mcp/runtime/parse-message.ts";
import { maxMessageBytes } from "../mcp/runtime/request-limits.ts";
import { createServerFactory } from "../mcp/server.ts";
import type { Bindings } from "./bindings.ts";
import { readBody } from "./body.ts";
import { type GrantProps, getAuthorizationServer, toResource } from "./oauth.ts";
import { oncePerOrigin } from "./origin.ts";
import { allScopes, findNeededScopes, writeScope } from "./scopes.ts";
import { createSpaceClient } from "./space.ts";

// While the Worker starts, and not in the first request: Cloudflare counts the processor time of requests alone.
preloadSchemas();

const readOnlyHelp = "This connection is read only. Connect again and choose everything.";

const report = (line: string) => console.warn(line);

const options = {
  keyHelp: "Connect again: the connection has no key.",
  report,
};

/** Servers of the two kinds of grants. What does not depend on the caller is built once for each isolate. */
const factories = {
  full: createServerFactory(options),
  readOnly: createServerFactory({ ...options, readOnly: true }),
};

/**
 * Serves `/mcp` and its metadata at one origin: 401 without a valid token, and 403 beyond the grant's scopes. There is no limit
 * of wrong tokens: hosts share addresses, an expired token is wrong too, and a host refreshes it only after a 401.
 */
export async function serveMcp(
  request: Request,
  bindings: Bindings,
  context: ExecutionContext,
): Promise<Response> {
  return getResourceServer(new URL(request.url).origin).fetch(request, bindings, context);
}

const getResourceServer = oncePerOrigin((origin) => {
  const authorizationServer = getAuthorizationServer(origin);
  return new OAuthResourceServer<Bindings, GrantProps>({
    resourceMetadata: {
      resource: toResource(origin),
      authorization_servers: [origin],
      resource_name: "Rallly scheduling polls",
    },
    // A person narrows them on the page. A client that asks for less gets less.
    requiredScopes: allScopes,
    validateToken: (bindings) => (resource, token) =>
      authorizationServer.validateToken<GrantProps>(resource, token, bindings),
    handler: {
      async fetch(request, bindings, { auth, props }) {
        if (request.method !== "POST") return toResponse(errorReply(405, "Use POST.", { allow: "POST" }));
        const refusal = checkContent(Object.fromEntries(request.headers));
        if (refusal) return toResponse(refusal);
        const body = await readBody(request, maxMessageBytes);
        if (body === undefined) return toResponse(tooLarge);
        const parsed = parseBody(new TextDecoder().decode(body), body.length);
        if ("reason" in parsed) return toResponse({ status: 400, body: parsed.error ?? {} });
        const needed = findNeededScopes(parsed.body);
        if (!needed.every((scope) => auth.scope.includes(scope)))
          return insufficientScope(auth, needed, readOnlyHelp);

        const { apiKey } = props;
        const { client, firstOperationEnded, isRefused } = createSpaceClient(
          apiKey,
          bindings.RALLLY_BASE_URL,
        );
        const factory = auth.scope.includes(writeScope) ? factories.full : factories.readOnly;
        const responder = createResponder(
          () => factory({ client, secret: apiKey, limiter: createCallLimiter() }),
          report,
        );
        const { response, ended } = observeEnd(await responder.respond(request, parsed.body, apiKey));
        // The first operation decides the status: a key that the service does not accept ends the grant.
        await Promise.race([firstOperationEnded, ended]);
        if (!isRefused()) return response;
        await response.body?.cancel();
        await revoke(origin, auth.token, bindings);
        return unauthorized(origin);
      },
    },
  });
});

/** Read ahead of the host, in chunks: more than a response has, so that its end is seen before it is read. */
const maxChunks = 1_000_000;

/** The same response, read ahead as it arrives, and when it has ended: also by an error, or because the host has left. */
function observeEnd(response: Response): { response: Response; ended: Promise<void> } {
  if (response.body === null) return { response, ended: Promise.resolve() };
  const { readable, writable } = new TransformStream({}, undefined, { highWaterMark: maxChunks });
  const ended = response.body.pipeTo(writable).catch(() => {});
  return { response: new Response(readable, response), ended };
}

/** Ends the grant of a token. The host then asks the person to connect again. */
async function revoke(origin: string, token: string, bindings: Bindings): Promise<void> {
  const oauth = getAuthorizationServer(origin).getOAuthApi(bindings);
  const grant = await oauth.unwrapToken(token);
  if (grant) await oauth.revokeGrant(grant.grantId, grant.userId);
}

function unauthorized(origin: string): Response {
  const description = "Rallly does not accept the key of this connection anymore. Connect again.";
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
  return toResponse(
    errorReply(401, description, {
      "www-authenticate": `Bearer realm="OAuth", error="invalid_token", error_description="${description}", resource_metadata="${metadata}", scope="${allScopes.join(" ")}"`,
    }),
  );
}

function toResponse({ status, body, headers }: HttpReply): Response {
  return Response.json(body, { status, headers: { ...headers } });
}
