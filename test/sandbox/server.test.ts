/** The HTTP server of the sandbox: request log, broken requests, and shutdown. */
import { execFile } from "node:child_process";
import { connect } from "node:net";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen, serverTimeouts, stop } from "../../src/sandbox/http.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, start } from "./request.ts";
import { until } from "./until.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const hostOf = ({ url }: Sandbox) => new URL(url).host;
const portOf = ({ url }: Sandbox) => Number(new URL(url).port);

/** Sends raw bytes and returns everything received until the connection ends. */
function sendRaw(port: number, ...chunks: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
    for (const chunk of chunks) socket.write(chunk);
  });
}

describe("the request log", () => {
  it("has method, path, parsed body and status of every API request, and no key", async () => {
    await call(sandbox, "GET", "/polls?limit=1");
    await create(sandbox, datePoll);
    await call(sandbox, "GET", "/openapi", { key: null });
    await call(sandbox, "GET", "/polls", { key: "sk_wrong_key" });
    expect(sandbox.requests).toEqual([
      { method: "GET", path: "/v1/polls?limit=1", executed: true, status: 200 },
      { method: "POST", path: "/v1/polls", body: datePoll, executed: true, status: 201 },
      { method: "GET", path: "/v1/openapi", executed: true, status: 200 },
      { method: "GET", path: "/v1/polls", executed: true, status: 401 },
    ]);
    expect(JSON.stringify(sandbox.requests)).not.toContain("sk_");
  });

  it("has the path as it was sent, with its dots", async () => {
    const head = `Host: ${hostOf(sandbox)}\r\nConnection: close\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n\r\n`;
    const response = await sendRaw(portOf(sandbox), `GET /v1/polls/../polls HTTP/1.1\r\n${head}`);
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
    expect(sandbox.requests).toMatchObject([{ path: "/v1/polls/../polls" }]);
  });
});

describe("the server", () => {
  it("listens on loopback only", () => {
    expect(new URL(sandbox.url).hostname).toBe("127.0.0.1");
  });

  it("responds on the same connection after it rejected an unread body", async () => {
    const body = JSON.stringify(datePoll);
    const bad = `POST /v1/polls HTTP/1.1\r\nHost: ${hostOf(sandbox)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const good = `GET /v1/openapi HTTP/1.1\r\nHost: ${hostOf(sandbox)}\r\nConnection: close\r\n\r\n`;
    const response = await sendRaw(portOf(sandbox), bad, good);
    expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["401", "200"]);
  });

  it("responds to invalid HTTP with 400 and continues", async () => {
    expect(await sendRaw(portOf(sandbox), "NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });

  it("creates nothing when a client disconnects during its body", async () => {
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
    const head = `Host: ${hostOf(sandbox)}\r\nAuthorization: Bearer ${sandbox.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    socket.write(`POST /v1/polls HTTP/1.1\r\n${head}{"title":`);
    await until(() => sandbox.requests.length === 1);
    socket.destroy();
    expect((await call(sandbox, "GET", "/polls")).body.data).toEqual([]);
  });

  it("closes a connection that stalls in its headers or its body", async () => {
    const short = {
      headersTimeout: 50,
      requestTimeout: 100,
      connectionsCheckingInterval: 20,
      keepAliveTimeout: 50,
    };
    const { server, origin } = await listen(0, async (request) => void request.resume(), short);
    const port = Number(new URL(origin).port);
    const responses = await Promise.all([
      sendRaw(port, "GET / HTTP/1.1\r\nHost:"),
      sendRaw(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"),
    ]);
    for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 408 /);
    await stop(server);
    expect(serverTimeouts.headersTimeout).toBeLessThanOrEqual(serverTimeouts.requestTimeout);
  });

  it("rejects a port in use and an invalid clock", async () => {
    await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow("EADDRINUSE");
    await expect(startSandbox({ now: "yesterday" })).rejects.toThrow("now: Must be a time");
  });

  it("leaves nothing open after close: the process exits", async () => {
    const script = `
      import { connect } from "node:net";
      import { startSandbox } from "${new URL("../../dist/src/sandbox/index.js", import.meta.url).href}";
      const sandbox = await startSandbox({ webhooks: { endpoints: [{ url: "http://127.0.0.1:9/" }] } });
      const silent = connect(Number(new URL(sandbox.url).port), "127.0.0.1").on("error", () => {});
      const headers = { authorization: "Bearer " + sandbox.apiKey, "content-type": "application/json" };
      const body = '{"title":"x","kind":"date","options":[{"date":"2099-01-01"}]}';
      const response = await fetch(sandbox.url + "/polls", { method: "POST", headers, body });
      console.log(response.status);
      sandbox.setFaults({ rules: [{ fault: { kind: "refuse", forMs: 600000 }, when: "late", lateMs: 600000 }] });
      await fetch(sandbox.url + "/polls", { method: "POST", headers, body }).catch(() => {});
      await sandbox.close();
      await sandbox.close();
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout).toBe("201\n");
  });
});
