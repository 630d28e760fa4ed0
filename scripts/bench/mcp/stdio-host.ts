/** A host that does as little as possible, so that the server is measured and not a client library. */
import { type ChildProcess, spawn } from "node:child_process";

/** A message of a server. */
interface Message {
  id?: number;
  result?: unknown;
  error?: unknown;
}

/** A server on stdio. */
export interface StdioServer {
  pid: number;
  /** Sends a request and returns its result. Rejects with the server's error, and when the server exits. */
  request(method: string, params: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a server on stdio, without waiting for anything. */
export function startStdioServer(command: readonly string[], env: Record<string, string>): StdioServer {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let id = 0;
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { id: answered = -1, result, error } = JSON.parse(line) as Message;
      const waiting = pending.get(answered);
      pending.delete(answered);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(line));
    }
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", (code) => {
      for (const { reject } of pending.values()) reject(new Error(`${command[0]} exited with ${code}.`));
      resolve();
    });
  });
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    pid: getPid(child),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        id += 1;
        pending.set(id, { resolve, reject });
        send({ id, method, params });
        if (method === "initialize") send({ method: "notifications/initialized" });
      }),
    close() {
      child.stdin?.end();
      child.kill();
      return exited;
    },
  };
}

/** Performs the handshake of the protocol's version 2025-06-18. */
export async function initialize(server: StdioServer): Promise<void> {
  await server.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  });
}

function getPid({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("The process did not start.");
  return pid;
}
