/** The API key, pasted by mistake as an argument of a tool. */
import { expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { fastClock } from "./assistant/run-job.ts";
import { connectInMemory, openSandbox } from "./harness.ts";

const title = "Weekly sync";
const free = {
  title: "T",
  timeZone: "UTC",
  duration: 60,
  times: [{ start: "2037-03-01T09:00" }, { start: "2037-03-02T09:00" }],
  dryRun: true,
};

const createCalendar = (summary: string) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20370302T090000Z", "DTEND:20370302T100000Z"]
    .concat(`SUMMARY:${summary}`, "END:VEVENT", "END:VCALENDAR")
    .join("\r\n");

const listCalls = (text: string): [name: string, args: Record<string, unknown>][] => [
  ["list_polls", { query: text }],
  ["list_polls", { not: text }],
  ["list_polls", { cursor: text }],
  ["list_polls", { [text]: 1 }],
  ["get_poll", { title: text }],
  ["get_poll", { pollId: text }],
  ["get_poll_results", { pollId: text }],
  ["find_best_times", { title, required: [text] }],
  ["find_best_times", { pollId: text, exclude: [text], timeZone: text }],
  ["list_participants", { title, option: text }],
  ["list_participants", { pollId: text }],
  ["get_participant", { title, person: text }],
  ["get_participant", { title, participantId: text }],
  ["wait_for_responses", { title, people: [text], timeoutSeconds: 1 }],
  ["wait_for_responses", { pollId: text, count: 1, timeoutSeconds: 1 }],
  ["find_missing_people", { title, invited: [text, `${text} <ada@example.com>`] }],
  ["find_missing_people", { title: text, invited: text }],
  ["create_poll", { copyFrom: text }],
  ["create_poll", { ...free, title: text, description: text, location: text, organizerEmail: text }],
  ["create_poll", { ...free, options: [text], kind: text }],
  ["create_poll", { ...free, busy: text }],
  ["create_poll", { ...free, busy: [{ start: text }] }],
  ["create_poll", { ...free, busy: createCalendar(text) }],
  ["create_poll", { ...free, conferencing: { provider: "custom", label: text, uri: text } }],
  ["delete_poll", { pollId: text, confirmTitle: text }],
];

it.each([
  ["alone", (key: string) => key],
  ["in a sentence", (key: string) => `It is ${key}, I think`],
  ["as an address", (key: string) => `${key}@example.com`],
  ["in a link", (key: string) => `https://rallly.example/invite/${key}`],
  ["with invisible characters", (key: string) => `${key.slice(0, 20)}\u200b${key.slice(20)}`],
])("the API key %s is in no result, log line or URL", async (_, wrap) => {
  const lines: string[] = [];
  const sandbox = await openSandbox();
  const { apiKey } = sandbox;
  const client = createClient({ apiKey, baseUrl: sandbox.url });
  const host = await connectInMemory({ client, clock: fastClock, report: (line) => lines.push(line) });
  const text = wrap(apiKey);
  for (const [name, args] of listCalls(text)) {
    const result = await host.callTool({ name, arguments: args });
    expect(JSON.stringify(result).replaceAll("\u200b", "")).not.toContain(apiKey);
  }
  const uris = [
    `rallly://polls/${encodeURIComponent(text)}`,
    `rallly://polls/${text}/options/1/calendar.ics`,
  ];
  for (const uri of uris) {
    const error = await host.readResource({ uri }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error).replaceAll("\u200b", "")).not.toContain(apiKey);
  }
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join("\n")).not.toContain(apiKey);
  expect(sandbox.requests.length).toBeGreaterThan(5);
  for (const { path, method } of sandbox.requests) {
    expect(decodeURIComponent(path).replaceAll("\u200b", "")).not.toContain(apiKey);
    expect(method).toBe("GET");
  }
});

it("the API key is in no URL of a client", async () => {
  const sandbox = await openSandbox();
  const { apiKey } = sandbox;
  const client = createClient({ apiKey, baseUrl: sandbox.url });
  const calls = {
    pollId: () => client.getPoll({ pollId: apiKey }),
    participantId: () => client.getParticipant({ pollId: "abc", participantId: `x${apiKey}` }),
    cursor: () => client.listPolls({ cursor: apiKey }),
  };
  for (const [path, call] of Object.entries(calls))
    await expect(call()).rejects.toMatchObject({
      name: "InvalidInputError",
      problems: [{ path, message: "Has the API key, which must not be in a URL" }],
    });
  expect(sandbox.requests).toEqual([]);
});
