import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { jobs } from "./assistant/jobs.ts";
import { fastClock, type JobHost, runJob } from "./assistant/run-job.ts";
import { closeLater, openSandbox } from "./harness.ts";
import { connectHttp, openHttp } from "./http-harness.ts";

const eras: [string, ClientOptions, string][] = [
  ["legacy", { versionNegotiation: { mode: "legacy" } }, "2025-11-25"],
  ["auto", { versionNegotiation: { mode: "auto" } }, "2026-07-28"],
  ["pinned", { versionNegotiation: { mode: { pin: "2026-07-28" } } }, "2026-07-28"],
];

interface AnyHost {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  readResource(what: { uri: string }): Promise<{ contents: unknown[] }>;
  getPrompt(what: { name: string; arguments: Record<string, string> }): Promise<{ messages: unknown[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: unknown[] }>;
}

/** A poll's life through the protocol: the same in every era and over every transport. */
async function playPoll(host: AnyHost): Promise<void> {
  const { tools } = await host.listTools();
  expect(tools.map(({ name }) => name)).toContain("create_poll");
  const made = await host.callTool({
    name: "create_poll",
    arguments: { title: "Matrix", dates: ["2037-03-02"] },
  });
  expect(made["isError"]).toBeFalsy();
  const { pollId } = made["structuredContent"] as { pollId: string };
  const read = await host.callTool({ name: "get_poll", arguments: { pollId } });
  expect(read["structuredContent"]).toMatchObject({ title: "Matrix", status: "open" });
  expect((await host.listResourceTemplates()).resourceTemplates).toHaveLength(4);
  const entry = await host.readResource({ uri: `rallly://polls/${pollId}/options/1/calendar.ics` });
  expect(entry.contents).toMatchObject([{ mimeType: "text/calendar" }]);
  expect(JSON.stringify(entry.contents)).toContain("DTSTART;VALUE=DATE:20370302");
  expect((await host.readResource({ uri: `rallly://polls/${pollId}/results` })).contents).toHaveLength(1);
  expect(
    (await host.getPrompt({ name: "summarise_poll", arguments: { poll: pollId } })).messages,
  ).toHaveLength(1);
  const copied = await host.callTool({
    name: "create_poll",
    arguments: { copyFrom: pollId, title: "Copy", shiftDays: 7, busy: [{ start: "2037-03-10" }] },
  });
  expect(copied["structuredContent"]).toMatchObject({ copiedFrom: pollId, options: ["Mon 2037-03-09"] });
  const missing = await host.callTool({
    name: "find_missing_people",
    arguments: { title: "Copy", invited: ["Ada"] },
  });
  expect(missing["structuredContent"]).toMatchObject({ missing: ["Ada"] });
  const waited = await host.callTool({
    name: "wait_for_responses",
    arguments: { title: "Copy", count: 1, timeoutSeconds: 1 },
  });
  expect(waited["structuredContent"]).toMatchObject({ answered: 0, reason: "timeout" });
  const wrong = await host.callTool({ name: "delete_poll", arguments: { pollId, confirmTitle: "wrong" } });
  expect(wrong["isError"]).toBe(true);
  const gone = await host.callTool({ name: "delete_poll", arguments: { pollId, confirmTitle: "Matrix" } });
  expect(gone["structuredContent"]).toMatchObject({ pollId, deleted: true, title: "Matrix" });
}

/** Jobs that do not depend on the current time, which a server in another process takes from the machine. */
const jobTitles = [
  "Who of Grace, Linus and Priya has not answered the weekly sync?",
  "What did Ana answer about the interview panel?",
  "The addresses of everybody who cannot make the all-hands on Monday at two",
  "Tell me when Sam has answered the interview panel",
  "Delete all closed polls nobody answered",
];

/** Does some of the scripted assistant's jobs on connections of one kind. */
async function doJobs(
  connect: (sandbox: Sandbox) => Promise<JobHost>,
  titles: readonly string[] = jobTitles,
): Promise<void> {
  for (const [index, title] of titles.entries()) {
    const job = jobs.find(({ question }) => question === title);
    if (job === undefined) throw new Error(`no job ${title}`);
    const run = await runJob(job, index % 2 === 0 ? "text" : "structured", connect);
    expect(run.answer).toEqual(job.answer);
    expect(run.exchanges).toHaveLength(job.calls);
    expect(run.titles).toEqual({ made: job.made ?? [], gone: job.gone ?? [] });
  }
}

describe("every protocol version over HTTP", () => {
  it.each(eras)("works through a poll and the jobs with the %s client", async (_, options, version) => {
    const connect = async (sandbox?: Sandbox) =>
      connectHttp((await openHttp({}, { clock: fastClock }, sandbox)).service.url, options);
    const host = await connect();
    expect(host.getNegotiatedProtocolVersion()).toBe(version);
    await playPoll(host);
    await doJobs(connect);
  });

  it("works through a poll and the jobs with the older SDK's client", async () => {
    const connect = async (sandbox?: Sandbox) => {
      const { service } = await openHttp({}, { clock: fastClock }, sandbox);
      const host = new OldClient({ name: "older", version: "1" });
      await host.connect(new OldHttp(new URL(service.url)) as Parameters<OldClient["connect"]>[0]);
      closeLater(() => host.close());
      return host as AnyHost & JobHost;
    };
    await playPoll(await connect());
    await doJobs(connect);
  });
});

describe("every protocol version over stdio", () => {
  // Few, because each one starts a process.
  const startedJobs = jobTitles.slice(0, 2);
  const startServer = ({ apiKey, url }: Sandbox) => ({
    command: process.execPath,
    args: ["dist/mcp/main.js"],
    env: { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url },
    stderr: "ignore" as const,
  });

  it.each(eras)("works through a poll and the jobs with the %s client", async (_, options, version) => {
    const connect = async (sandbox: Sandbox) => {
      const host = new Client({ name: "test-host", version: "1" }, options);
      await host.connect(new StdioClientTransport(startServer(sandbox)));
      closeLater(() => host.close());
      return host;
    };
    const host = await connect(await openSandbox());
    expect(host.getNegotiatedProtocolVersion()).toBe(version);
    await playPoll(host);
    await doJobs(connect, startedJobs);
  });

  it("works through a poll and the jobs with the older SDK's client", async () => {
    const connect = async (sandbox: Sandbox) => {
      const host = new OldClient({ name: "older", version: "1" });
      await host.connect(new OldStdio(startServer(sandbox)));
      closeLater(() => host.close());
      return host as AnyHost & JobHost;
    };
    await playPoll(await connect(await openSandbox()));
    await doJobs(connect, startedJobs);
  });
});

describe("the question before a delete", () => {
  const canAsk = { capabilities: { elicitation: { form: {} } } };

  it.each(eras.slice(1))(
    "works over stateless HTTP with the %s client, across replicas",
    async (_, options) => {
      const { sandbox, service, open } = await openHttp();
      const replica = await open();
      // Every request goes to the other replica than the one before.
      let turn = 0;
      const host = new Client({ name: "asked", version: "1" }, { ...options, ...canAsk });
      const questions: string[] = [];
      host.setRequestHandler("elicitation/create", ({ params }) => {
        questions.push(params.message);
        return { action: "accept" as const, content: { confirm: true } };
      });
      const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
      const fetchInTurn: typeof fetch = (_url, init) =>
        fetch(turn++ % 2 === 0 ? service.url : replica.url, init);
      await host.connect(new StreamableHTTPClientTransport(new URL(service.url), { fetch: fetchInTurn }));
      closeLater(() => host.close());
      const made = await host.callTool({
        name: "create_poll",
        arguments: { title: "Ask me", dates: ["2037-03-02"] },
      });
      const { pollId } = made.structuredContent as { pollId: string };
      const gone = await host.callTool({
        name: "delete_poll",
        arguments: { pollId, confirmTitle: "Ask me" },
      });
      expect(gone.structuredContent).toMatchObject({ pollId, deleted: true, title: "Ask me" });
      expect(questions).toHaveLength(1);
      expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    },
  );
});
