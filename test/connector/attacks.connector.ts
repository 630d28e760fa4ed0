import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { countGrants, openConnector, type Served } from "./harness.ts";
import { callback, findContinueLink, openPage, sendForm, submit } from "./person.ts";

interface Flow {
  served: Served;
  clientId: string;
  verifier: string;
  /** The URL of the page, with parameters replaced, or removed where undefined. */
  pageUrl(changes?: Record<string, string | undefined>): string;
  /** Exchanges a code, with parameters replaced. */
  exchange(code: string, changes?: Record<string, string>): Promise<Response>;
}

async function register(origin: string): Promise<string> {
  const response = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Raw host",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

async function openFlow(served?: Served): Promise<Flow> {
  served ??= await openConnector();
  const { origin } = served;
  const clientId = await register(origin);
  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    scope: "polls:read polls:write",
    state: "a state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${origin}/mcp`,
  };
  return {
    served,
    clientId,
    verifier,
    pageUrl(changes = {}) {
      const entries = Object.entries<string | undefined>({ ...parameters, ...changes });
      const given = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
      return `${origin}/authorize?${new URLSearchParams(given)}`;
    },
    exchange: (code, changes = {}) =>
      fetch(`${origin}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code,
          client_id: clientId,
          redirect_uri: callback,
          code_verifier: verifier,
          resource: `${origin}/mcp`,
          ...changes,
        }),
      }),
  };
}

/** Connects on the page. Returns the code. */
async function getCode(flow: Flow, key = flow.served.sandbox.apiKey): Promise<string> {
  const response = await submit(await openPage(flow.pageUrl()), { key });
  return findContinueLink(await response.text()).searchParams.get("code") ?? "";
}

const usedUp = "The space has used up its requests to Rallly";

const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe("a code", () => {
  it("works once: a replay is refused and ends the grant", async () => {
    const flow = await openFlow();
    const code = await getCode(flow);
    const { access_token } = (await (await flow.exchange(code)).json()) as { access_token: string };
    expect(await errorOf(await flow.exchange(code))).toBe("invalid_grant");
    const response = await fetch(`${flow.served.origin}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(response.status).toBe(401);
  });

  it.each([
    ["another verifier", { code_verifier: randomBytes(32).toString("base64url") }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:9/other" }, "invalid_grant"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
  ])("is refused with %s", async (_, changes, error) => {
    const flow = await openFlow();
    expect(await errorOf(await flow.exchange(await getCode(flow), changes))).toBe(error);
  });

  it("of one client is refused for another", async () => {
    const flow = await openFlow();
    const other = await openFlow(flow.served);
    expect(await errorOf(await other.exchange(await getCode(flow), { code_verifier: flow.verifier }))).toBe(
      "invalid_grant",
    );
  });
});

describe("the page", () => {
  it.each([
    ["an unknown client", { client_id: "unknown" }, "Invalid client_id."],
    [
      "an unregistered redirect URI",
      { redirect_uri: "https://elsewhere.example/callback" },
      "Invalid redirect URI.",
    ],
    ["no client", { client_id: undefined }, "client_id is required."],
  ])("shows an error and redirects nowhere for %s", async (_, changes, reason) => {
    const flow = await openFlow();
    const { status, text } = await openPage(flow.pageUrl(changes));
    expect(status).toBe(400);
    expect(text).toContain("This link does not work");
    expect(text).toContain(`<p>${reason} Go back to your assistant`);
  });

  it.each([
    ["a missing challenge", { code_challenge: undefined }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
  ])("sends %s back to the client as an error", async (_, changes, error) => {
    const flow = await openFlow();
    const response = await fetch(flow.pageUrl(changes), { redirect: "manual" });
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe(callback);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error,
      state: "a state",
      iss: flow.served.origin,
    });
  });

  it("takes no form from another site, another browser or another time", async () => {
    const flow = await openFlow();
    const { sandbox } = flow.served;
    const page = await openPage(flow.pageUrl());
    const fields = { handle: page.handle, key: sandbox.apiKey, access: "write", decision: "connect" };
    const attempts = [
      sendForm(page, fields, { origin: "https://elsewhere.example" }),
      sendForm(page, fields, { origin: "null" }),
      sendForm({ ...page, cookie: "" }, fields),
      sendForm(page, { ...fields, handle: "wrong" }),
      fetch(page.url, {
        method: "POST",
        headers: { cookie: page.cookie },
        body: new URLSearchParams(fields),
      }),
      fetch(page.url, {
        method: "POST",
        headers: { cookie: page.cookie, origin: flow.served.origin, "content-type": "application/json" },
        body: JSON.stringify(fields),
      }),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(400);
    expect(sandbox.requests).toEqual([]);
    expect((await submit(page, { key: sandbox.apiKey })).status).toBe(200);
    expect((await submit(page, { key: sandbox.apiKey })).status).toBe(400);
    expect(sandbox.requests).toHaveLength(1);
    expect(await countGrants(flow.served)).toBe(1);
  });

  it.each([
    ["wrong", "sk_wrong_0000000000000000000000000000", "does not accept this key"],
    ["revoked", "revoked", "does not accept this key"],
    ["of a space without a plan", "nonPro", "no Pro plan"],
    ["no key at all", "with spaces in it", "not an API key"],
  ])("explains a key that is %s, stores nothing, and takes the right one then", async (_, key, message) => {
    const flow = await openFlow();
    const { sandbox, stored, log } = flow.served;
    const entered = key in sandbox.apiKeys ? sandbox.apiKeys[key as keyof typeof sandbox.apiKeys] : key;
    const before = Object.keys(await stored()).length;
    const page = await openPage(flow.pageUrl());
    const refused = await submit(page, { key: entered });
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain(message);
    for (const output of [text, log(), JSON.stringify(await stored())]) expect(output).not.toContain(entered);
    // The new form's transaction replaced the old one.
    expect(Object.keys(await stored()).length).toBeLessThanOrEqual(before + 1);
    const again = { ...page, handle: /name="handle" value="([^"]+)"/.exec(text)?.[1] ?? "" };
    const cookie = refused.headers.getSetCookie().map((line) => line.split(";")[0]);
    const accepted = await submit({ ...again, cookie: cookie.join("; ") }, { key: sandbox.apiKey });
    expect(accepted.status).toBe(200);
  });

  it.each([
    ["an error", { kind: "status", status: 500 }, "Rallly did not respond", "Try again in a minute."],
    ["a page of a proxy", { kind: "html" }, "Rallly did not respond", "Try again in a minute."],
    ["no connection", { kind: "reset" }, "Rallly did not respond", "Try again in a minute."],
    ["maintenance", { kind: "status", status: 503 }, "Rallly did not respond", "Try again in a minute."],
    ["the limit of a minute", { kind: "status", status: 429, retryAfter: "59" }, usedUp, "in a minute."],
    ["a limit of minutes", { kind: "status", status: 429, retryAfter: "301" }, usedUp, "in 6 minutes."],
    ["the limit of a day", { kind: "status", status: 429, retryAfter: "7201" }, usedUp, "in 3 hours."],
  ] as const)("does not blame the key for %s, and sends one request", async (_, fault, cause, next) => {
    const flow = await openFlow();
    const { sandbox } = flow.served;
    sandbox.setFaults({ rules: [{ fault }] });
    const refused = await submit(await openPage(flow.pageUrl()), { key: sandbox.apiKey });
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain(cause);
    expect(text).toContain(next);
    expect(text).toContain("so the key could not be checked. The key was not stored.");
    expect(text).not.toContain("aria-invalid");
    expect(sandbox.requests).toHaveLength(1);
    expect(await countGrants(flow.served)).toBe(0);
  });

  it("returns access_denied after a cancel", async () => {
    const flow = await openFlow();
    const response = await submit(await openPage(flow.pageUrl()), { key: "", decision: "cancel" });
    expect(response.status).toBe(200);
    const link = findContinueLink(await response.text());
    expect(response.headers.get("refresh")).toBe(`0; url=${link}`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      error: "access_denied",
      state: "a state",
      iss: flow.served.origin,
    });
  });

  it("shows hostile names as text", async () => {
    const served = await openConnector();
    const response = await fetch(`${served.origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: '"><script>alert(1)</script>\u202Egnp',
        redirect_uris: [callback],
        token_endpoint_auth_method: "none",
      }),
    });
    const { client_id } = (await response.json()) as { client_id: string };
    const flow = await openFlow(served);
    const { text } = await openPage(flow.pageUrl({ client_id }));
    expect(text).toContain("alert(1)");
    expect(text).not.toContain("<script");
    expect(text).not.toContain("\u202E");
  });

  it("cannot be framed, scripted or cached, and keeps its address to itself", async () => {
    const flow = await openFlow();
    for (const url of [flow.pageUrl(), `${flow.served.origin}/connections`, `${flow.served.origin}/`]) {
      const { headers } = await fetch(url);
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("same-origin");
    }
  });
});
