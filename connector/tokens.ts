/** What hosts request without a person: registrations and tokens. */
import { DurableObject } from "cloudflare:workers";
import type { Bindings, PageContext } from "./bindings.ts";
import { lifetimes, openStore, serveOAuth, toGrantName, toResource, unifyResource } from "./oauth.ts";
import { toHash } from "./seal.ts";

/** What a client can register. The library refuses what lists more, and would not say what it supports. */
const supported: Readonly<Record<string, string[]>> = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

/** Serves the registration of clients. A client with a secret is told how long it lasts, so that it gets the full lifetime. */
export async function serveRegistration({ req, env, executionCtx }: PageContext): Promise<Response> {
  const text = await req.text();
  const metadata = readMetadata(text);
  // The library refuses what is no JSON.
  const request = new Request(req.raw, { body: metadata ? JSON.stringify(metadata) : text });
  const isPublic = Object(metadata).token_endpoint_auth_method === "none";
  return serveOAuth(request, env, executionCtx, isPublic ? lifetimes.unused : lifetimes.idle);
}

/** The supported part of a client's metadata. Hosts write a field that they leave out as null or as an empty text, too. */
function readMetadata(text: string): unknown {
  const read = (field: string, value: unknown) => {
    if (value === null || value === "") return undefined;
    const names = supported[field];
    return names && Array.isArray(value) ? value.filter((name) => names.includes(name)) : value;
  };
  try {
    return JSON.parse(text, read);
  } catch {
    return undefined;
  }
}

/** The parameter that names the grant, by the type of the request. A request without a type revokes a token. */
const tokenNames: Readonly<Record<string, string>> = {
  authorization_code: "code",
  refresh_token: "refresh_token",
};

/** Serves the requests for tokens: those of one grant in turn, because the store has no lock. */
export async function serveToken({ req, env, executionCtx }: PageContext): Promise<Response> {
  const form = new URLSearchParams(await req.text());
  const [, basic = ""] = /^Basic +(\S+)$/i.exec(req.header("authorization") ?? "") ?? [];
  const user = `${form.getAll("client_id").join()}:`;
  // The same client beside its Basic header is no second way to authenticate. The library would spend the code.
  if (Buffer.from(basic, "base64").toString().startsWith(user)) form.delete("client_id");
  const { origin } = new URL(req.url);
  unifyResource(form, origin);
  // All tokens are for this resource, so that naming it says nothing. Nor do scopes beside a code, which has its own.
  form.delete("resource", toResource(origin));
  if (form.get("grant_type") === "authorization_code") form.delete("scope");
  const request = new Request(req.raw, { body: form.toString() });
  const grant = toGrantName(form.get(tokenNames[form.get("grant_type") ?? ""] ?? "token") ?? "");
  if (grant === undefined) return serveOAuth(request, env, executionCtx);
  const response = await env.GRANTS.getByName(grant).fetch(request);
  // Its headers cannot be changed.
  return new Response(response.body, response);
}

/** How long the answer to a refresh is kept, in milliseconds: hosts refresh in parallel, and lose responses. */
const answerMs = 60_000;

/** Serves the requests for tokens of one grant in turn. The same refresh soon after the first gets its answer, which is not stored. */
export class GrantTokens extends DurableObject<Bindings> {
  #last: { request: string; text: string; headers: Headers } | undefined;

  override fetch(request: Request): Promise<Response> {
    return this.ctx.blockConcurrencyWhile(() => this.#serve(request));
  }

  async #serve(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const serve = () => serveOAuth(new Request(request, { body: form.toString() }), this.env, this.ctx);
    if (form.get("grant_type") !== "refresh_token") return serve();
    // What proves that a refresh is a host's own. With the same scopes, it is the same refresh.
    const proof = ["refresh_token", "client_id", "client_secret", "resource"].map((name) =>
      form.getAll(name),
    );
    const hash = toHash(JSON.stringify([request.headers.get("authorization"), proof]));
    if (this.#last?.request === hash) {
      const { text, headers } = this.#last;
      const { access_token, scope } = JSON.parse(text);
      // The grant may have ended.
      const token = await openStore(this.env).unwrapToken(access_token);
      if (token && toScopes(token.grant.scope, form.get("scope")) === toScopes(token.grant.scope, scope))
        return new Response(text, { headers });
    }
    let response = await serve();
    if (Object(await response.clone().json()).error === "invalid_scope") {
      form.delete("scope");
      response = await serve();
    }
    if (!response.ok) return response;
    const answer = { request: hash, text: await response.text(), headers: response.headers };
    this.#last = answer;
    // It also keeps the object in memory.
    setTimeout(() => {
      if (this.#last === answer) this.#last = undefined;
    }, answerMs);
    return new Response(answer.text, response);
  }
}

/** The scopes of a refresh: those that it names of the granted ones. Where it names none of them, all. */
function toScopes(granted: readonly string[], asked: string | null): string {
  const names = (asked ?? "").split(" ");
  const chosen = granted.filter((scope) => names.includes(scope));
  return (chosen.length > 0 ? chosen : granted).join(" ");
}
