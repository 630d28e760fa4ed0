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

/** An identity provider with metadata, keys and signed tokens. */
async function startProvider(metadataPath = "/.well-known/oauth-authorization-server") {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const key = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" };
  let isDown = false;
  let keysStatus: number | undefined;
  let held: Promise<void> | undefined;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? "");
    await held;
    if (keysStatus && request.url === "/keys") {
      response.writeHead(keysStatus).end("{}");
      return;
    }
    const documents: Record<string, unknown> = {
      [metadataPath]: { issuer, jwks_uri: `${issuer}/keys` },
      "/keys": { keys: [key] },
    };
    const document = isDown ? undefined : documents[request.url ?? ""];
    if (document)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
    // As providers do whose unknown paths need a session.
    else if (!isDown) response.writeHead(302, { location: "/sign-in" }).end("<html>");
    else response.writeHead(500).end("<html>");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    setDown: (down: boolean) => (isDown = down),
    /** Responds to requests for the keys with this status and without keys. */
    setKeysBroken: (status: number | undefined) => (keysStatus = status),
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

  it.each(["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])(
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

  it("does not call a token invalid when the provider's keys cannot be read", async () => {
    const { issuer, sign, setKeysBroken } = await startProvider();
    const { post } = await serve(issuer);
    for (const status of [500, 200]) {
      setKeysBroken(status);
      expect((await post(await sign())).status).toBe(503);
    }
    setKeysBroken(undefined);
    expect((await post(await sign())).status).toBe(200);
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

  it("says that the provider does not answer, and recovers", async () => {
    const { issuer, sign, setDown } = await startProvider();
    const { post, reported } = await serve(issuer);
    setDown(true);
    const refused = await post(await sign());
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("identity provider did not respond");
    expect(reported).toEqual([`Error: There is no metadata of ${issuer}`]);
    setDown(false);
    expect((await post(await sign())).status).toBe(200);
  });
});
