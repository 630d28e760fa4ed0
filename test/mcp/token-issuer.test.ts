import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serveHttp } from "../../mcp/http/serve.ts";
import { maxRequests } from "../../mcp/runtime/request-limits.ts";
import { createServer as createMcpServer } from "../../mcp/server.ts";
import { closeLater } from "./harness.ts";

const resource = "https://polls.example.com/mcp";
type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const oauthPath = "/.well-known/oauth-authorization-server";
const openIdPath = "/.well-known/openid-configuration";

/** A response of the provider, or its begin. Undefined closes the connection without one. */
type Reply = { status: number; body: string; isCut?: true } | undefined;

/** An identity provider with metadata, keys and signed tokens. */
async function startProvider(metadataPath = oauthPath) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const key = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" };
  const replies = new Map<string, Reply>();
  let held: Promise<void> | undefined;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? "");
    await held;
    const path = request.url ?? "";
    if (!replies.has(path)) {
      // As providers do whose unknown paths need a session.
      response.writeHead(302, { location: "/sign-in" }).end("<html>");
      return;
    }
    const reply = replies.get(path);
    if (!reply) request.socket.destroy();
    else if (!reply.isCut) response.writeHead(reply.status).end(reply.body);
    else
      response
        .writeHead(reply.status, { "content-length": "100" })
        .write(reply.body, () => request.socket.destroy());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (path: string, document: unknown) =>
    replies.set(path, { status: 200, body: JSON.stringify(document) });
  const sendKeys = () => send("/keys", { keys: [key] });
  send(metadataPath, { issuer, jwks_uri: `${issuer}/keys` });
  sendKeys();
  const sign = (claims: { issuer?: string; audience?: string; expires?: string; key?: PrivateKey } = {}) =>
    new SignJWT({ client_id: "a client" })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .setIssuer(claims.issuer ?? issuer)
      .setAudience(claims.audience ?? resource)
      .setSubject("ada")
      .setIssuedAt()
      .setExpirationTime(claims.expires ?? "1h")
      .sign(claims.key ?? privateKey);
  return {
    issuer,
    sign,
    requests,
    /** Responds with this JSON. */
    send,
    /** Responds in this way to requests for a path. */
    reply: (path: string, reply: Reply) => replies.set(path, reply),
    sendKeys,
    /** Lets requests wait until the returned function is called. */
    hold() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

async function serve(issuer: string) {
  const reported: string[] = [];
  const http = await serveHttp(
    () => createMcpServer(),
    { host: "127.0.0.1", port: 0, allowedHosts: [], acceptsKeys: true, tokenIssuer: { issuer, resource } },
    (error) => reported.push(String(error)),
  );
  closeLater(() => http.close());
  const post = (token?: string) =>
    fetch(http.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
  return { url: http.url, reported, post };
}

describe("a server with an identity provider", () => {
  it("names the provider in its metadata, and refers to it in the 401", async () => {
    const { issuer } = await startProvider();
    const { url, post } = await serve(issuer);
    const metadata = await fetch(new URL("/.well-known/oauth-protected-resource/mcp", url));
    expect(await metadata.json()).toMatchObject({ resource, authorization_servers: [issuer] });
    const refused = await post();
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain(
      'resource_metadata="https://polls.example.com/.well-known/oauth-protected-resource/mcp"',
    );
  });

  it.each([oauthPath, openIdPath])(
    "accepts its tokens with the metadata at %s, and reads its keys once",
    async (path) => {
      const { issuer, sign, requests } = await startProvider(path);
      const { post } = await serve(issuer);
      for (let call = 0; call < 3; call += 1) expect((await post(await sign())).status).toBe(200);
      expect(requests.filter((url) => url === "/keys")).toHaveLength(1);
    },
  );

  it("refuses tokens of another issuer, for another resource, expired, or signed with another key", async () => {
    const { issuer, sign } = await startProvider();
    const { post } = await serve(issuer);
    const { privateKey } = await generateKeyPair("ES256");
    const tokens = [
      await sign({ issuer: "https://elsewhere.example" }),
      await sign({ audience: "https://elsewhere.example/mcp" }),
      await sign({ expires: "-1m" }),
      await sign({ key: privateKey }),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`,
      "not a token",
    ];
    for (const token of tokens) {
      const refused = await post(token);
      expect(refused.status).toBe(401);
      expect(await refused.text()).not.toContain(token);
    }
  });

  it.each<[string, Reply]>([
    ["204", { status: 204, body: "" }],
    ["205", { status: 205, body: "" }],
    ["304", { status: 304, body: "" }],
    ["a status beyond 599", { status: 600, body: "" }],
    ["404", { status: 404, body: "<html>" }],
    ["500", { status: 500, body: "<html>" }],
    ["201 with metadata", { status: 201, body: '{"issuer":"https://elsewhere.example"}' }],
    ["other JSON", { status: 200, body: '{"message":"unknown path"}' }],
    ["null", { status: 200, body: "null" }],
    ["no JSON", { status: 200, body: "<html>" }],
    ["nothing", { status: 200, body: "" }],
    ["the metadata of another issuer", { status: 200, body: '{"issuer":"https://elsewhere.example"}' }],
    ["a page of 300 KB", { status: 200, body: "x".repeat(300_000) }],
    ["half a page", { status: 200, body: "{}", isCut: true }],
    ["a closed connection", undefined],
  ])("reads the metadata of OpenID Connect when that of OAuth is %s", async (_, reply) => {
    const provider = await startProvider(openIdPath);
    provider.reply(oauthPath, reply);
    const { post, reported } = await serve(provider.issuer);
    expect((await post(await provider.sign())).status).toBe(200);
    expect(reported).toEqual([]);
  });

  const invalid = "The identity provider sent no valid metadata or keys, so the token could not be checked.";
  const silent = "The identity provider did not respond, so the token could not be checked.";

  it.each<[string, Reply, string, string]>([
    ["204", { status: 204, body: "" }, invalid, "/keys sent status 204"],
    ["500", { status: 500, body: "{}" }, invalid, "/keys sent status 500"],
    ["other JSON", { status: 200, body: "{}" }, invalid, "JSON Web Key Set malformed"],
    ["no JSON", { status: 200, body: "<html>" }, invalid, "Failed to parse the JSON Web Key Set"],
    ["half a page", { status: 200, body: "{}", isCut: true }, invalid, "incomplete"],
    ["a closed connection", undefined, silent, "/keys sent no response"],
  ])("does not call a token invalid when the keys are %s, and recovers", async (_, reply, text, reason) => {
    const provider = await startProvider();
    const { post, reported } = await serve(provider.issuer);
    provider.reply("/keys", reply);
    const refused = await post(await provider.sign());
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(text)]);
    expect(reported).toEqual([expect.stringContaining(reason)]);
    provider.sendKeys();
    expect((await post(await provider.sign())).status).toBe(200);
  });

  it.each<[string, (issuer: string) => unknown, string]>([
    [
      "is that of another issuer",
      () => ({ issuer: "https://elsewhere.example", jwks_uri: "https://elsewhere.example/keys" }),
      'its issuer is "https://elsewhere.example"',
    ],
    ["has no issuer", () => ({ jwks_uri: "https://elsewhere.example/keys" }), "it has no issuer"],
    ["has no address of keys", (issuer) => ({ issuer }), "it has no jwks_uri"],
    [
      "has keys at another scheme than the issuer",
      (issuer) => ({ issuer, jwks_uri: "https://elsewhere.example/keys" }),
      "its jwks_uri must begin with http://, as the issuer does",
    ],
  ])("reports metadata that %s", async (_, toMetadata, reason) => {
    const { issuer, sign, send } = await startProvider();
    const { post, reported } = await serve(issuer);
    send(oauthPath, toMetadata(issuer));
    const refused = await post(await sign());
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(invalid)]);
    expect(reported).toEqual([
      `ProviderError: No valid metadata of ${issuer}: ${issuer}${oauthPath} is not valid: ${reason}; ${issuer}${openIdPath} sent status 302`,
    ]);
  });

  it("bounds the requests whose token is being checked, and forgets those whose caller disconnects", async () => {
    const { issuer, sign, requests, hold } = await startProvider();
    const { post, url } = await serve(issuer);
    const token = await sign();
    const release = hold();
    const callers = Array.from({ length: maxRequests }, () => {
      const caller = request(url, {
        method: "POST",
        agent: false,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      });
      caller.on("error", () => {}).end("{}");
      return caller;
    });
    await vi.waitFor(async () => expect((await post()).status).toBe(503), { timeout: 4000 });
    for (const caller of callers) caller.destroy();
    expect(requests).toHaveLength(1);
    release();
    await vi.waitFor(async () => expect((await post(token)).status).toBe(200), { timeout: 4000 });
  });

  it("says that the provider does not respond, and recovers", async () => {
    const { issuer, sign, send, reply } = await startProvider();
    const { post, reported } = await serve(issuer);
    for (const path of [oauthPath, openIdPath]) reply(path, undefined);
    const refused = await post(await sign());
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(silent)]);
    expect(reported).toEqual([expect.stringContaining(`${issuer}${oauthPath} sent no response: `)]);
    send(oauthPath, { issuer, jwks_uri: `${issuer}/keys` });
    expect((await post(await sign())).status).toBe(200);
  });
});
