import { OAuthResourceServer } from "@cloudflare/workers-oauth-provider";
import { preloadSchemas, readRequestBody } from "@modelcontextprotocol/server";
import { readOnlyChosen, writeChoice } from "../mcp/access.ts";
import { createHttpHandler } from "../mcp/http-handler.ts";
import { describeEvent } from "../mcp/log.ts";
import { type Frame, readFrame, refuse } from "../mcp/message.ts";
import { createServer } from "../mcp/server.ts";
import { createClient } from "../src/api/web.ts";
import { redactKeys } from "../src/redact.ts";
import type { Bindings } from "./bindings.ts";
import { limitAddress } from "./limits.ts";
import {
  allScopes,
  createAuthorizationServer,
  type GrantProps,
  noteRefusal,
  toGrantName,
  tooManyRequests,
  writeScope,
} from "./oauth.ts";
import { toHash } from "./seal.ts";
import { isUnauthorized } from "./space.ts";
import { registerEvents } from "./subscriptions.ts";

// While the Worker starts, and not in the first request: Cloudflare counts the processor time of requests alone.
preloadSchemas();

/** Maximum size of a message, in bytes: with a token that was issued here, a text of .ics in it; with any other, what a form has. */
const maxMessageBytes = { issued: 1_200_000, other: 64 * 1024 };

const log = (event: unknown) => console.warn(redactKeys(describeEvent(event)));

/** An API key in place of a token, for clients without a browser. It lies outside MCP's authorization: nothing offers it. */
const isApiKey = (token: string) => /^sk_[a-z0-9]+_[\w.~+/=-]+$/i.test(token);

/** What a writing call is told where a host may ask for more. */
const needsWriteScope = () => ({
  scopes: [...allScopes] as [string, ...string[]],
  errorDescription: `This connection is read only. Connect again, and choose ${writeChoice}.`,
});

/** Serves an MCP endpoint, and the metadata of a resource: 401 without a valid token, and 403 beyond the grant's scopes. */
export function createResourceServer(resource: string): OAuthResourceServer<Bindings, GrantProps> {
  const { origin } = new URL(resource);
  const authorizationServer = createAuthorizationServer(origin);
  return new OAuthResourceServer<Bindings, GrantProps>({
    // No scope is required, so that hosts ask for none, and the person chooses on the page.
    resourceMetadata: {
      resource,
      authorization_servers: [origin],
      resource_name: "Rallly scheduling polls",
    },
    validateToken: (bindings) => async (audience, token) => {
      // Longer ones are no keys of the store.
      if (token.length > 400) return null;
      if (isApiKey(token)) return { audience, scope: allScopes, props: { apiKey: token } };
      return authorizationServer.validateToken<GrantProps>(audience, token, bindings);
    },
    handler: {
      async fetch(request, bindings, context) {
        const { auth, props } = context;
        const grant = toGrantName(auth.token);
        const name = grant ?? toHash(auth.token);
        const isAllowed = async () =>
          (grant !== undefined || (await limitAddress(request, bindings.TOKEN_LIMITER))) &&
          (await bindings.CALL_LIMITER.limit({ key: name })).success;
        if (!(await isAllowed())) return tooManyRequests();
        const maxBytes = grant === undefined ? maxMessageBytes.other : maxMessageBytes.issued;
        const frame = request.method === "POST" ? await readMessage(request, maxBytes) : undefined;
        // A batch counts as its messages.
        const count = frame && "message" in frame ? [frame.message].flat().length : 1;
        for (let rest = count - 1; rest > 0; rest -= 1) if (!(await isAllowed())) return tooManyRequests();
        let noted: Promise<void> | undefined;
        const noteRefused = () => {
          if (grant === undefined) return;
          noted ??= noteRefusal(grant, props.apiKey, bindings);
          context.waitUntil(noted);
        };
        const caller = {
          apiKey: props.apiKey,
          keyHelp: grant === undefined ? bearerHelp : grantHelp,
          loadClient: async () =>
            createClient({
              apiKey: props.apiKey,
              baseUrl: bindings.RALLLY_BASE_URL,
              // Shorter than a tool call's deadline, so that the tool can report a timeout.
              deadlineMs: 45_000,
              onAttempt: ({ error }) => isUnauthorized(error) && noteRefused(),
            }),
        };
        const mayWrite = auth.scope.includes(writeScope);
        const options = {
          log,
          // Who has asked for it already would ask in a circle.
          refuseWrites: !mayWrite && props.asksWrite ? readOnlyChosen : undefined,
          challengeWrite: mayWrite || props.asksWrite ? undefined : needsWriteScope,
        };
        const open = () => {
          const server = createServer(caller, options);
          registerEvents(server, { apiKey: props.apiKey, grant, bindings, origin });
          return server;
        };
        const handler = createHttpHandler(open, log);
        const { token, scope: scopes, clientId = "" } = auth;
        const authInfo = { token, clientId, scopes, resource: new URL(resource) };
        return handler.fetch(request, frame, { authInfo });
      },
    },
  });
}

const bearerHelp =
  "It is the Bearer token that the client sends. The person replaces it there by a key that works.";
const grantHelp =
  "If the key was revoked, connect again with a key that works. If not, Rallly may have erred: the connection ends only when the key is still refused in ten minutes.";

/** Reads a message, or what is wrong with it. */
async function readMessage(request: Request, maxBytes: number): Promise<Frame> {
  const body = await readRequestBody(request, maxBytes);
  if (!body.tooLarge) return readFrame(body.text);
  const help =
    maxBytes === maxMessageBytes.other ? ` After a sign-in it may have ${maxMessageBytes.issued}.` : "";
  return refuse(413, -32000, `The message is larger than ${maxBytes} bytes.${help}`, undefined);
}
