/** The connector in Cloudflare's runtime beside the MCP server in Node, on one sandbox. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { openConnector } from "./harness.ts";
import { connectHost, type HostState } from "./host.ts";

const eras: [string, ClientOptions][] = [
  ["2025-11-25", { versionNegotiation: { mode: "legacy" } }],
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

/** A weekly event in a zone with the name that Windows gives it, which the Worker has to expand. */
const calendar = [
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "UID:weekly",
  "DTSTART;TZID=W. Europe Standard Time:20370101T090000",
  "DTEND;TZID=W. Europe Standard Time:20370101T100000",
  "RRULE:FREQ=WEEKLY;BYDAY=MO",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");

const calls: [name: string, input: Record<string, unknown>][] = [
  ["list_polls", { limit: 5 }],
  ["get_poll", { pollId: "DemoPoll0025" }],
  ["get_poll", { title: "no such poll" }],
  ["get_poll_results", { pollId: "DemoPoll0025" }],
  ["find_best_times", { pollId: "DemoPoll0025" }],
  ["list_participants", { pollId: "DemoPoll0025" }],
  ["find_missing_people", { pollId: "DemoPoll0025", invited: ["Ada Lovelace", "Grace Example"] }],
  ["wait_for_responses", { pollId: "DemoPoll0025", count: 1 }],
  [
    "create_poll",
    {
      title: "Planned",
      timeZone: "Europe/Berlin",
      duration: 30,
      times: [{ start: "2037-03-02T09:30" }, { start: "2037-03-03T09:30" }],
      busy: calendar,
      dryRun: true,
    },
  ],
  ["create_poll", { title: "In a gap", timeZone: "Europe/Berlin", times: [{ start: "2037-03-29T02:30" }] }],
];

it.each(eras)(
  "offers and responds the same as the MCP server, in protocol version %s",
  async (_, options) => {
    const { origin, sandbox } = await openConnector();
    const state: HostState = {};
    await connectHost(origin, { key: sandbox.apiKey }, { state });
    const remote = new Client({ name: "test", version: "1" }, options);
    const token = state.tokens?.access_token ?? "";
    await remote.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", origin), {
        authProvider: { token: async () => token },
      }),
    );
    const local = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    const server = createServer({ client: createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }) });
    await server.connect(serverTransport);
    await local.connect(clientTransport);

    /** What both hosts get, without the fields that belong to a protocol version. */
    const compare = async (run: (host: Client) => Promise<unknown>) => {
      const [ofWorker, ofNode] = [await run(remote), await run(local)];
      expect(ofNode).toBeTruthy();
      expect(ofWorker).toEqual(ofNode);
      return ofWorker;
    };
    await compare(async (host) => (await host.listTools()).tools);
    await compare(async (host) => (await host.listPrompts()).prompts);
    await compare(async (host) => (await host.listResourceTemplates()).resourceTemplates);
    await compare(async (host) => (await host.listResources()).resources);
    await compare(async (host) => host.getInstructions());
    for (const uri of [
      "rallly://polls/DemoPoll0025",
      "rallly://polls/DemoPoll0025/results",
      "rallly://polls/DemoPoll0025/participants",
      "rallly://polls/DemoPoll0025/options/1/calendar.ics",
      "ui://rallly-connect/results.html",
    ])
      await compare(async (host) => (await host.readResource({ uri })).contents);
    await compare(
      async (host) =>
        (await host.getPrompt({ name: "summarise_poll", arguments: { poll: "lunch" } })).messages,
    );
    await compare(async (host) => {
      const ref = { type: "ref/prompt", name: "summarise_poll" } as const;
      return (await host.complete({ ref, argument: { name: "poll", value: "team" } })).completion;
    });
    for (const [name, input] of calls)
      await compare(async (host) => {
        const { content, structuredContent, isError } = await host.callTool({ name, arguments: input });
        return { name, content, structuredContent, isError };
      });
  },
  120_000,
);

it("creates and deletes polls, with the title as confirmation", async () => {
  const { origin, sandbox } = await openConnector();
  const host = await connectHost(origin, { key: sandbox.apiKey });
  const made = await host.call("create_poll", { title: "Short", dates: ["2037-03-02"] });
  const { pollId } = made["structuredContent"] as { pollId: string };
  const refused = await host.call("delete_poll", { pollId, confirmTitle: "Other" });
  expect(refused["isError"]).toBe(true);
  expect((await host.call("get_poll", { pollId }))["isError"]).toBeFalsy();
  const deleted = await host.call("delete_poll", { pollId, confirmTitle: "Short" });
  expect(deleted["isError"]).toBeFalsy();
  expect((await host.call("get_poll", { pollId }))["isError"]).toBe(true);
});
