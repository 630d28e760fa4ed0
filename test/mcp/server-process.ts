import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { closeLater } from "./harness.ts";

/** A message as it came out of a server. */
export interface Received {
  id?: string | number | null;
  method?: string;
  result?: { isError?: boolean; structuredContent?: Record<string, unknown>; content?: { text: string }[] };
  error?: { code: number; message: string };
}

/** Starts the built server as its own process. It is killed at the end of the test. */
export function startProcess(args: string[], env: Record<string, string> = {}) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, ["dist/mcp/main.js", ...args], {
    env,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  closeLater(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    child,
    /** Resolves with how the process ended. */
    ended,
    stderr: () => stderr,
    /** All messages so far. Throws when stdout holds anything else. */
    received: (): Received[] =>
      stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    send(...messages: unknown[]): void {
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    },
    /** The address that a server over HTTP says it serves. */
    async url(): Promise<string> {
      await until(() => stderr.includes("serving http"));
      return /serving (\S+)/u.exec(stderr)?.[1] ?? "";
    },
  };
}

/** Waits until something is true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The messages that open a connection of the older protocol. */
export const opening = [
  {
    jsonrpc: "2.0",
    id: "open",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

const protocolVersion = "2026-07-28";

/** What each request of the 2026-07-28 protocol carries. */
export const envelope = {
  "io.modelcontextprotocol/protocolVersion": protocolVersion,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A tool call as a message. */
export function toolCall(id: string | number, name: string, args: unknown = {}, meta?: unknown) {
  const params = { name, arguments: args, ...(meta ? { _meta: meta } : {}) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

/**
 * A proxy in front of a sandbox that passes each request on and holds its response back until `release` is called. It
 * records requests. With `deaf`, it never responds.
 */
export async function openHoldingProxy(target: string, deaf = false) {
  const requests: { method: string; path: string }[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method ?? "", path: request.url ?? "" });
    if (deaf) return;
    const body = await new Response(request as never).text();
    const answer = await fetch(new URL(request.url ?? "/", target), {
      method: request.method ?? "GET",
      headers: {
        authorization: request.headers.authorization ?? "",
        "content-type": request.headers["content-type"] ?? "",
      },
      ...(body === "" ? {} : { body }),
    });
    const text = await answer.text();
    await held;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, release };
}
