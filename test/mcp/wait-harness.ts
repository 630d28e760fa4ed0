import { PassThrough } from "node:stream";
import type { ClientOptions } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../../mcp/index.ts";
import { createStdioTransport } from "../../mcp/stdio/transport.ts";
import { createClient } from "../../src/api/index.ts";
import { createSteppedClock } from "../api/stepped-clock.ts";
import { callTool, closeLater, connectInMemory, fixedNow, openSandbox } from "./harness.ts";
import { envelope, opening, type Received, until } from "./server-process.ts";

const date = "2037-03-02";

/** Options of clients of the two protocol eras. */
export const clients = {
  older: { versionNegotiation: { mode: "legacy" } },
  today: { versionNegotiation: { mode: { pin: "2026-07-28" } } },
} as const satisfies Record<string, ClientOptions>;

/** For each era the messages that open a connection, and what each request carries. */
export const frames = [
  ["the older protocol", opening, {}],
  ["the 2026-07-28 protocol", [], envelope],
] as const;

/** A sandbox with one poll, and a clock that moves only on `advance`. */
export async function openWatchedPoll() {
  const sandbox = await openSandbox({ seed: "empty" });
  const clock = createSteppedClock();
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, attempts: 1 });
  let seen = 0;
  const { data: poll } = await client.createPoll({ title: "Team day", kind: "date", options: [{ date }] });
  return {
    sandbox,
    clock,
    client,
    poll,
    /** Adds a response of a person. */
    answer: (name: string, email?: string) =>
      sandbox.vote(poll.id, { name, ...(email ? { email } : {}), choices: { [date]: "yes" } }),
    /** What was read of the poll since the last call, in order. */
    takeReads() {
      const requests = sandbox.requests.slice(seen).filter(({ method }) => method === "GET");
      seen = sandbox.requests.length;
      return requests.map(({ path }) =>
        path.replace(/\?.*$/u, "").replace(`/v1/polls/${poll.id}`, "poll").replace("/v1/", ""),
      );
    },
    /** Resolves when this many calls wait for the next check. */
    waiting: (calls: number) => until(() => clock.sleepers() === (calls === 0 ? 0 : calls + 1)),
  };
}

/** {@link openWatchedPoll} and a host connected to a server on it. `wait` starts a call. */
export async function openWait(options: Parameters<typeof connectInMemory>[0] = {}) {
  const watched = await openWatchedPoll();
  const { client, clock, poll } = watched;
  const host = await connectInMemory({ client, clock, ...options });
  const wait = (input: Record<string, unknown>) =>
    callTool(host, "wait_for_responses", { pollId: poll.id, ...input });
  return { ...watched, host, wait };
}

/** A server on stdio in this process, whose waits use the stepped clock. */
export async function openWaitOnStdio(before: readonly unknown[]) {
  const watched = await openWatchedPoll();
  const { client, clock } = watched;
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let text = "";
  stdout.on("data", (chunk) => (text += chunk));
  const transport = createStdioTransport({ stdin, stdout, onEnd() {}, onBroken() {} });
  const factory = () => createServer({ client, clock, now: () => new Date(fixedNow) });
  const handle = serveStdio(factory, { transport });
  closeLater(() => handle.close());
  const send = (...messages: unknown[]) =>
    stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  send(...before);
  const received = (): (Received & { params?: Record<string, unknown> })[] =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { ...watched, send, received };
}
