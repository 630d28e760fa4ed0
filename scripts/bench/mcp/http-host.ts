/** Calls of get_poll over HTTP, sent with as little work as possible. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";

/** A server over HTTP. */
export interface HttpServer {
  pid: number;
  /** Sends calls of get_poll, 32 at a time. Rejects when one fails. */
  callMany(count: number, pollId: string): Promise<void>;
  close(): Promise<void>;
}

/** Number of calls at the same time. */
const concurrency = 32;

/** Starts a server over HTTP, and waits until it prints its URL. */
export async function startHttpServer(
  command: readonly string[],
  env: Record<string, string>,
): Promise<HttpServer> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      const found = /serving (http\S+)/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`The server did not start: ${log}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const call = (id: number, pollId: string) =>
    new Promise<void>((resolve, reject) => {
      const params = { name: "get_poll", arguments: { pollId } };
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
      };
      const sent = request(url, { method: "POST", agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.on("end", () =>
          text.includes(pollId) ? resolve() : reject(new Error(`A call failed: ${text.slice(0, 500)}`)),
        );
      });
      sent.on("error", reject).end(body);
    });
  return {
    pid: child.pid ?? 0,
    async callMany(count, pollId) {
      let next = 0;
      const work = async () => {
        while (next < count) {
          next += 1;
          await call(next, pollId);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    },
    async close() {
      agent.destroy();
      child.kill();
      await exited;
    },
  };
}
