import type { Client } from "@modelcontextprotocol/client";
import { createClient } from "../../src/api/index.ts";
import { poll as basePoll } from "../api/scripted.ts";
import { connectInMemory } from "./harness.ts";

/** The id of the only poll of the hostile service. */
export const pollId = "Xk3pQ9vLm2Ab";
const participantId = "Pq7mN2xRt4Yz";

/** A service with the same text in every field. */
function serve(text: string) {
  const option = { id: "o1", startTime: "2027-03-01T08:00:00Z", duration: 30 };
  const poll = {
    ...basePoll,
    id: pollId,
    title: text,
    description: text,
    location: text,
    conferencing: { provider: "custom", label: text, uri: text },
    timeZone: "Europe/Berlin",
    status: "open",
    kind: "time",
    createdAt: "2027-01-01T00:00:00Z",
    updatedAt: "2027-01-01T00:00:00Z",
    organizer: { id: "u1", name: text, email: text, image: text },
    participantCount: 1,
    options: [option],
    adminUrl: "https://app.rallly.co/poll/x",
    inviteUrl: "https://app.rallly.co/invite/x",
    [text]: text,
  };
  const participant = {
    id: participantId,
    name: text,
    email: text,
    createdAt: "2027-01-01T00:00:00Z",
    availability: [
      { start: "2027-03-01T08:00:00Z", end: "2027-03-01T08:30:00Z", allDay: false, modifiers: [text] },
    ],
  };
  const votes = [
    { type: "yes", count: 1 },
    { type: text, count: 1 },
  ];
  const results = {
    pollId,
    kind: "time",
    status: "open",
    participantCount: 1,
    highScore: 1,
    options: [{ ...option, votes, score: 1, isTopChoice: true }],
  };
  const responses: [RegExp, unknown][] = [
    [/\/results$/, { data: results }],
    [/\/participants$/, { data: [participant] }],
    [/\/participants\/[^/]+$/, { data: participant }],
    [/\/polls\/[^/]+$/, { data: poll }],
    [/\/polls(?:\?.*)?$/, { data: [poll], nextCursor: null }],
  ];
  return (method: string, url: string) =>
    method === "POST" ? { data: poll } : responses.find(([pattern]) => pattern.test(url))?.[1];
}

/** A host connected to a server whose service carries the text everywhere, or refuses with it. */
export async function openHostile(
  text: string,
  status = 200,
  {
    onRequest,
    ...options
  }: Parameters<typeof connectInMemory>[0] & { apiKey?: string; onRequest?: (request: string) => void } = {},
  capabilities?: Parameters<typeof connectInMemory>[1],
): Promise<Client> {
  const response = serve(text);
  const refusal = JSON.stringify({ error: { code: "VALIDATION_ERROR", message: text } });
  const client = createClient({
    apiKey: options.apiKey ?? "sk_test_12345678",
    baseUrl: "http://127.0.0.1:9/v1",
    attempts: 1,
    reconcileDelaysMs: [],
    transport: async ({ method, url }) => {
      onRequest?.(`${method} ${new URL(url).pathname}${new URL(url).search}`);
      return { status, headers: {}, text: status === 200 ? JSON.stringify(response(method, url)) : refusal };
    },
  });
  return connectInMemory({ client, ...options }, capabilities);
}

/** Every string anywhere in a value, names of fields included. */
export function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...strings(each)]);
}

/** Calls of every tool on the poll of {@link openHostile}. A created poll has the given title. */
export const listCalls = (title: string): [name: string, args: Record<string, unknown>][] => [
  ["list_polls", {}],
  ["get_poll", { pollId }],
  ["get_poll_results", { pollId }],
  ["find_best_times", { pollId }],
  ["find_best_times", { pollId, required: ["somebody else"] }],
  ["find_best_times", { pollId, calendar: 1 }],
  ["list_participants", { pollId, includeEmails: true }],
  ["list_participants", { pollId, includeEmails: true, option: "1", answer: ["yes"] }],
  ["get_participant", { pollId, participantId, includeEmail: true }],
  ["get_participant", { pollId, person: participantId, includeEmail: true }],
  ["get_participant", { pollId, person: "somebody else" }],
  ["find_missing_people", { pollId, invited: ["somebody else"] }],
  ["wait_for_responses", { pollId, count: 1 }],
  ["delete_poll", { pollId, confirmTitle: "wrong" }],
  ["create_poll", { title, dates: ["2037-03-01"] }],
  ["create_poll", { copyFrom: pollId, shiftDays: 3653 }],
];
