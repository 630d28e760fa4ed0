/** Hosts as they are: what they register, ask for and send, through the whole way. Each row has the name of its case. */
import { describe, expect, it } from "vitest";
import { listGrants, shareConnector } from "./harness.ts";
import { type Changes, callback, openFlow, openPage, type TokenResponse, toCall } from "./person.ts";

const connector = shareConnector();

const create = toCall("create_poll", { title: "By a host", dates: ["2037-03-02"], dryRun: true });

/** Signs in, and calls with the token. Returns the tokens, or the error. */
async function signIn(metadata: object, authorize: Changes = {}, token: Changes = {}) {
  const flow = await openFlow(connector(), { ...metadata });
  const {
    client_id = "",
    client_secret,
    token_endpoint_auth_method,
  } = flow.registered as Record<string, string>;
  const isPost = token_endpoint_auth_method === "client_secret_post";
  const headers = toBasic(client_id, token_endpoint_auth_method === "client_secret_basic" && client_secret);
  const secret = isPost ? { client_secret } : {};
  const code = await flow.getCode({}, authorize);
  const tokens = await flow.exchange(code, { ...authorize, scope: undefined, ...secret, ...token }, headers);
  const status = (await flow.post(tokens.access_token)).status;
  return { flow, tokens, status, refresh: () => flow.refresh(tokens.refresh_token, secret, headers) };
}

const toBasic = (user: string, password: string | false | undefined): Record<string, string> =>
  password ? { authorization: `Basic ${btoa(`${user}:${password}`)}` } : {};

const desktop = { client_name: "Host", redirect_uris: [callback], token_endpoint_auth_method: "none" };
const both = ["authorization_code", "refresh_token"];
const grantType = "urn:ietf:params:oauth:grant-type:";

const registrations: [id: string, metadata: { redirect_uris: string[]; [field: string]: unknown }][] = [
  [
    "register-jwt-bearer",
    { ...desktop, grant_types: [...both, `${grantType}jwt-bearer`], response_types: ["code"] },
  ],
  ["register-device-code", { ...desktop, grant_types: [...both, `${grantType}device_code`] }],
  ["register-id-token", { ...desktop, response_types: ["code", "id_token"] }],
  [
    "register-absent-fields",
    {
      ...desktop,
      client_name: null,
      client_uri: null,
      contacts: null,
      scope: null,
      logo_uri: "",
      tos_uri: "",
    },
  ],
  ["register-exact-stays", { ...desktop, grant_types: both, response_types: ["code"] }],
  [
    "register-vscode",
    {
      client_name: "Visual Studio Code",
      grant_types: [...both, `${grantType}device_code`],
      response_types: ["code"],
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://localhost/",
        "http://127.0.0.1/",
        "http://localhost:33418/",
        "http://127.0.0.1:33418/",
      ],
      scope: "read:data",
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
  ],
  [
    "register-claude",
    {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      token_endpoint_auth_method: "none",
      grant_types: [...both, `${grantType}jwt-bearer`],
      response_types: ["code"],
    },
  ],
  [
    "register-claude-secret-stays",
    {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: both,
      response_types: ["code"],
      scope: "offline_access mcp:tools",
    },
  ],
  [
    "register-claude-code-stays",
    {
      client_name: "Claude Code (rallly)",
      redirect_uris: ["http://localhost:41234/callback"],
      grant_types: both,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  ],
];

it.each(registrations)(
  "%s: registers with what is supported, signs in and refreshes",
  async (id, metadata) => {
    for (const redirect_uri of metadata.redirect_uris) {
      const { flow, status, refresh } = await signIn(metadata, { redirect_uri });
      const registered = flow.registered as { grant_types: string[]; response_types: string[] };
      expect(both).toEqual(expect.arrayContaining(registered.grant_types));
      expect(registered.response_types).toEqual(["code"]);
      expect([redirect_uri, status]).toEqual([redirect_uri, 200]);
      expect((await refresh()).access_token).toBeTruthy();
    }
    if (id !== "register-claude-code-stays") return;
    const redirect_uri = "http://localhost:50999/callback";
    expect((await signIn(metadata, { redirect_uri })).status).toBe(200);
  },
);

it("register-nothing-supported-stays: refuses a client that supports no grant of ours", async () => {
  const only = { ...desktop, grant_types: ["client_credentials"] };
  await expect(openFlow(connector(), only)).rejects.toThrow("invalid_client_metadata");
});

it("registers a described client with what is supported", async () => {
  const client_id = "https://host.example/client.json";
  const described = { ...desktop, client_id, grant_types: [...both, `${grantType}jwt-bearer`] };
  connector().documents.set(client_id, described);
  const flow = await openFlow(connector());
  const code = await flow.getCode({}, { client_id });
  expect((await flow.exchange(code, { client_id })).access_token).toBeTruthy();
});

it.each<[string, Changes, Changes]>([
  ["resource-origin", { resource: "ORIGIN" }, { resource: "ORIGIN" }],
  ["resource-origin-slash", { resource: "ORIGIN/" }, { resource: "ORIGIN/mcp" }],
  ["resource-mcp-slash", { resource: "ORIGIN/mcp/" }, { resource: "ORIGIN/mcp" }],
  ["resource-token-other-form", { resource: "ORIGIN/mcp" }, { resource: "ORIGIN/" }],
  ["resource-none-stays", { resource: undefined }, { resource: undefined }],
])("%s: means the endpoint, at the page and for tokens", async (_, authorize, token) => {
  const { origin } = connector();
  const fill = ({ resource }: Changes) => ({ resource: resource?.replace("ORIGIN", origin) });
  expect((await signIn(desktop, fill(authorize), fill(token))).status).toBe(200);
});

it.each([
  ["resource-sse-stays", "/sse"],
  ["resource-foreign-stays", "https://example.com/mcp"],
])("%s: is another resource, and refused", async (_, resource) => {
  const flow = await openFlow(connector(), desktop);
  const page = await openPage(flow.pageUrl({ resource: new URL(resource, connector().origin).href }));
  expect([page.status, page.text]).toEqual([400, expect.stringContaining("invalid_target")]);
});

it.each(["", "/mcp", "/mcp/"])("has metadata for the resource at its origin with '%s'", async (path) => {
  const { origin } = connector();
  const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
  expect(await metadata.json()).toMatchObject({
    resource: `${origin}${path}`,
    authorization_servers: [origin],
  });
});

describe("the endpoint for tokens", () => {
  /** Exchanges a code of a client with a secret, by its Basic header and a form. */
  async function exchangeBasic(change: (client: Record<string, string>) => Changes) {
    const flow = await openFlow(connector(), {
      ...desktop,
      token_endpoint_auth_method: "client_secret_basic",
    });
    const client = flow.registered as Record<string, string>;
    const headers = toBasic(client["client_id"] ?? "", client["client_secret"]);
    const tokens = await flow.exchange(await flow.getCode(), change(client), headers);
    const refreshed = await flow.refresh(tokens.refresh_token, change(client), headers);
    return { tokens, refreshed };
  }

  it.each<[string, (client: Record<string, string>) => Changes]>([
    ["token-basic-and-id", ({ client_id }) => ({ client_id })],
    ["token-basic-stays", () => ({ client_id: undefined })],
  ])("%s: takes one client by its Basic header", async (_, change) => {
    const { tokens, refreshed } = await exchangeBasic(change);
    expect([tokens.access_token, refreshed.access_token]).toEqual([expect.any(String), expect.any(String)]);
  });

  it.each<[string, (client: Record<string, string>) => Changes]>([
    ["token-two-secrets-stays", ({ client_secret }) => ({ client_secret })],
    ["token-other-id-stays", () => ({ client_id: "another" })],
  ])("%s: is refused", async (_, change) => {
    expect((await exchangeBasic(change)).tokens.error).toBe("invalid_request");
  });

  it("token-post-stays: takes a secret in the form", async () => {
    const metadata = { ...desktop, token_endpoint_auth_method: "client_secret_post" };
    expect((await signIn(metadata)).status).toBe(200);
  });

  it("takes the requests of the Python SDK, which registers without a method", async () => {
    const { flow, tokens, status, refresh } = await signIn(
      { ...desktop, token_endpoint_auth_method: undefined, grant_types: both, response_types: ["code"] },
      { resource: `${connector().origin}/mcp`, scope: "polls:read polls:write offline_access" },
    );
    expect(flow.registered["token_endpoint_auth_method"]).toBe("client_secret_basic");
    expect([tokens.scope, status]).toEqual(["polls:read polls:write", 200]);
    expect((await refresh()).access_token).toBeTruthy();
  });
});

describe("scopes", () => {
  const rows: [
    id: string,
    asked: string | undefined,
    chosen: "read" | "write",
    granted: string,
    write: number,
  ][] = [
    ["scope-read-asked", "polls:read", "write", "polls:read", 403],
    ["scope-both-asked-stays", "polls:read polls:write", "write", "polls:read polls:write", 200],
    ["scope-both-read-chosen-stays", "polls:read polls:write", "read", "polls:read", 200],
    ["scope-none-stays", undefined, "write", "polls:read polls:write", 200],
    ["nothing asked, read only chosen", undefined, "read", "polls:read", 403],
    ["offline_access alone", "offline_access", "write", "polls:read polls:write", 200],
    ["read with offline_access", "polls:read offline_access", "write", "polls:read", 403],
    ["write alone", "polls:write", "write", "polls:write", 200],
    ["only unknown scopes", "email profile", "write", "polls:read polls:write", 200],
    ["only unknown scopes, read only chosen", "email profile", "read", "polls:read", 403],
  ];
  it.each(rows)("%s: grants at most what was asked", async (_, scope, access, granted, status) => {
    const flow = await openFlow(connector(), desktop);
    const page = await openPage(flow.pageUrl({ scope }));
    expect(page.text.includes("asks to create and delete")).toBe(scope?.includes("write") ?? false);
    expect(page.text.includes('value="write"')).toBe(
      !scope?.startsWith("polls:read") || scope.includes("write"),
    );
    const tokens = await flow.exchange(await flow.getCode({ access }, { scope }));
    expect(tokens.scope).toBe(granted);
    const response = await flow.post(tokens.access_token, create);
    expect(response.status).toBe(status);
    // The host asked for it, and the person chose: asking again would end in a circle.
    const isRefused = status === 200 && access === "read";
    expect((await response.text()).includes("the person chose that")).toBe(isRefused);
  });

  it("scope-step-up: the page says that the app now asks to create and delete", async () => {
    const flow = await openFlow(connector(), desktop);
    const tokens = await flow.exchange(await flow.getCode({ access: "read" }, { scope: undefined }));
    const refused = await flow.post(tokens.access_token, create);
    const scope = /scope="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1];
    expect(scope).toBe("polls:read polls:write");
    const { text } = await openPage(flow.pageUrl({ scope }));
    expect(text).toContain(
      `The app asks to create and delete polls. With "Read only", such calls are refused.`,
    );
    expect(text).not.toContain(" checked");
  });
});

describe("refreshing", () => {
  it("refresh-two-at-once: either answer refreshes later", async () => {
    const { flow, tokens } = await signIn(desktop);
    const answers = await Promise.all([
      flow.refresh(tokens.refresh_token),
      flow.refresh(tokens.refresh_token),
    ]);
    for (const { refresh_token, access_token } of answers) {
      expect((await flow.post(access_token)).status).toBe(200);
      expect((await flow.refresh(refresh_token)).access_token).toBeTruthy();
    }
  });

  it("gives 20 requests at once one answer, round after round", async () => {
    const { flow, tokens } = await signIn(desktop);
    let { refresh_token } = tokens;
    for (let round = 0; round < 4; round += 1) {
      const at = refresh_token;
      const answers = await Promise.all(Array.from({ length: 20 }, () => flow.refresh(at)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      refresh_token = answers[round]?.refresh_token ?? "";
      expect(refresh_token).toBeTruthy();
    }
  });

  it("answers another request with the same token anew, and no other client", async () => {
    const { flow, tokens } = await signIn(desktop);
    const other = await openFlow(connector(), desktop);
    const first = await flow.refresh(tokens.refresh_token);
    const narrowed = await flow.refresh(tokens.refresh_token, { scope: "polls:read" });
    expect([first.scope, narrowed.scope]).toEqual(["polls:read polls:write", "polls:read"]);
    expect(await other.refresh(tokens.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  it.each<
    [id: string, authorize: string | undefined, access: "read" | "write", refresh: string, granted: string]
  >([
    ["refresh-offline", undefined, "write", "offline_access", "polls:read polls:write"],
    ["what authorize left out", "polls:read tls:admin", "write", "polls:read tls:admin", "polls:read"],
    ["only unknown scopes", "tls:admin", "write", "tls:admin", "polls:read polls:write"],
    ["more than the person chose", "polls:read polls:write", "read", "polls:read polls:write", "polls:read"],
    ["only what the person did not choose", "polls:write", "read", "polls:write", "polls:read"],
  ])(
    "%s: names again what authorize was asked for, and gets the granted scopes",
    async (_, scope, access, again, granted) => {
      const flow = await openFlow(connector(), desktop);
      const tokens = await flow.exchange(await flow.getCode({ access }, { scope }), { scope: again });
      const refreshed = await flow.refresh(tokens.refresh_token, { scope: again });
      expect([tokens.scope, refreshed.scope]).toEqual([granted, granted]);
      expect((await flow.post(refreshed.access_token)).status).toBe(200);
      expect((await flow.refresh(refreshed.refresh_token, { scope: again })).scope).toBe(granted);
    },
  );

  it.each<[string, (origin: string) => Record<string, string>]>([
    ["another order of fields", () => ({})],
    ["a field that means nothing here", () => ({ audience: "polls" })],
    ["an added resource", (origin) => ({ resource: `${origin}/mcp` })],
    ["another form of the resource", (origin) => ({ resource: `${origin}/` })],
    ["the granted scopes", () => ({ scope: "polls:write polls:read" })],
    ["a scope that is no access", () => ({ scope: "offline_access" })],
  ])("is the same with %s: either answer refreshes later", async (_, change) => {
    const { flow, tokens } = await signIn(desktop);
    const first = await flow.refresh(tokens.refresh_token);
    const { client_id } = flow.registered as { client_id: string };
    // In another order than the first.
    const fields = { client_id, refresh_token: tokens.refresh_token, grant_type: "refresh_token" };
    const body = new URLSearchParams({ ...change(connector().origin), ...fields });
    const again = await fetch(`${connector().origin}/oauth/token`, { method: "POST", body });
    expect(await again.json()).toEqual(first);
    expect((await flow.refresh(first.refresh_token)).access_token).toBeTruthy();
  });

  it("is refused for another resource, and with another client's secret, also when it was answered before", async () => {
    const { flow, tokens } = await signIn(desktop);
    await flow.refresh(tokens.refresh_token);
    const wrong: Changes[] = [{ resource: "https://example.com/mcp" }, { client_id: "another" }];
    for (const changes of wrong)
      expect((await flow.refresh(tokens.refresh_token, changes)).error).toBeTruthy();
  });

  it("does not repeat the answer of a grant that has ended", async () => {
    const { flow, tokens } = await signIn(desktop);
    const { access_token } = await flow.refresh(tokens.refresh_token);
    const [userId, grantId] = access_token.split(":");
    for (const name of Object.keys(await connector().stored()))
      if (name.includes(`${userId}:${grantId}`)) await connector().store.delete(name);
    expect((await flow.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
  });

  it("stores no answer", async () => {
    const { flow, tokens } = await signIn(desktop);
    const answer = await flow.refresh(tokens.refresh_token);
    const stored = await connector().storedByObjects();
    for (const token of [tokens.refresh_token, answer.refresh_token, answer.access_token])
      expect(stored).not.toContain(token.split(":")[2]);
  });

  it("refresh-unknown-stays: a token that was never issued is refused, and ends nothing", async () => {
    const flow = await openFlow(connector(), desktop);
    expect((await flow.refresh("a:b:c")).error).toBe("invalid_grant");
    const { tokens, refresh } = await signIn(desktop);
    const forged = tokens.refresh_token.replace(/[^:]+$/, "x".repeat(32));
    expect((await flow.refresh(forged)).error).toBe("invalid_grant");
    expect((await flow.post(tokens.access_token)).status).toBe(200);
    expect((await refresh()).access_token).toBeTruthy();
  });
});

describe("the endpoint", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  it.each([
    ["bearer-prefix", "sk_", 401],
    ["bearer-no-secret", "sk_abc", 401],
    ["bearer-word-stays", "x", 401],
    ["bearer-key-stays", "GOODKEY", 200],
  ])("%s: takes a key only in its form", async (_, token, status) => {
    const { apiKey } = connector().sandbox;
    const flow = await openFlow(connector(), desktop);
    const response = await flow.post(token.replace("GOODKEY", apiKey), list);
    expect(response.status).toBe(status);
    expect(response.headers.has("www-authenticate")).toBe(status === 401);
  });

  it("connector-root: a message to the origin is told where MCP is", async () => {
    const { origin } = connector();
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize" };
    const response = await fetch(origin, { method: "POST", body: JSON.stringify(initialize) });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(`MCP is at ${origin}/mcp.`) },
    });
  });

  it("connector-slash-stays: /mcp/ is served, and no path below it", async () => {
    const { origin, sandbox } = connector();
    const send = async (path: string) => {
      const headers = {
        authorization: `Bearer ${sandbox.apiKey}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
      return (await fetch(origin + path, { method: "POST", headers, body })).status;
    };
    expect([await send("/mcp/"), await send("/mcp/x"), await send("/mcp/mcp")]).toEqual([200, 404, 404]);
  });
});

it.each(["application/json", "*/*", "text/event-stream"])(
  "a host of 2025 that accepts %s gets JSON",
  async (accept) => {
    const { origin, sandbox } = connector();
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json", accept };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const response = await fetch(`${origin}/mcp`, { method: "POST", headers, body });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  },
);

describe("a key that the service refuses", () => {
  const refused = { rules: [{ fault: { kind: "respond", status: 401 } }] } as const;

  it("ends nothing at first, and the connection after ten minutes, if a check is refused, too", async () => {
    const own = connector();
    const flow = await openFlow(own, desktop);
    const tokens: TokenResponse = await flow.exchange(await flow.getCode());
    const call = async () => (await flow.post(tokens.access_token)).text();
    own.sandbox.setFaults(refused);
    expect(await call()).toContain("connect again with a key that works");
    const findMark = async () => Object.keys(await own.stored()).find((name) => name.startsWith("refused:"));
    await expect.poll(findMark).toBeDefined();
    expect(await call()).toContain("connect again with a key that works");
    own.sandbox.setFaults({ rules: [] });
    expect(await call()).toContain("DemoPoll0025");
    own.sandbox.setFaults(refused);
    const { keys } = await own.store.list({ prefix: "refused:" });
    expect(keys.every(({ expiration = Infinity }) => expiration <= Date.now() / 1000 + 3600)).toBe(true);
    await own.store.put((await findMark()) ?? "", String(Date.now() / 1000 - 601));
    // A check of the key that works says that Rallly erred.
    own.sandbox.setFaults({ rules: [{ ...refused.rules[0], times: 1 }] });
    const before = own.requests().length;
    expect(await call()).toContain("does not accept the API key");
    await expect.poll(findMark).toBeUndefined();
    expect([own.requests().length - before, (await listGrants(own)).length]).toEqual([2, 1]);
    own.sandbox.setFaults(refused);
    await call();
    await expect.poll(findMark).toBeDefined();
    await own.store.put((await findMark()) ?? "", String(Date.now() / 1000 - 601));
    expect(await call()).toContain("does not accept the API key");
    await expect.poll(() => listGrants(own)).toEqual([]);
    expect((await flow.post(tokens.access_token)).status).toBe(401);
    expect((await flow.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
  });

  it("is not assumed from the login page of a gateway", async () => {
    const own = connector();
    const flow = await openFlow(own, desktop);
    const { access_token } = await flow.exchange(await flow.getCode());
    own.sandbox.setFaults({
      rules: [
        {
          fault: {
            kind: "respond",
            status: 401,
            headers: { "Content-Type": "text/html" },
            body: "<h1>Error</h1>",
          },
        },
      ],
    });
    expect(await (await flow.post(access_token)).text()).toContain('"isError":true');
    expect(Object.keys(await own.stored()).some((name) => name.startsWith("refused:"))).toBe(false);
  });
});
