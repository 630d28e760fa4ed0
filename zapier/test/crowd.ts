/** A server with the fullest space: polls of 100 slots and people who voted for all of them. */
import type { RequestListener } from "node:http";
import { poll as samplePoll } from "../../zapier/samples.ts";

/** The size of the space. */
export interface Crowd {
  people: number;
  options: number;
  /** Polls of each status. */
  polls?: number;
  /** The name of everybody. */
  name?: string;
  /** When everybody responded, as an instant. */
  respondedAt?: string;
}

const first = Date.UTC(2027, 8, 1, 20);
const at = (index: number, minutes = 0) =>
  new Date(first + index * 7_200_000 + minutes * 60_000).toISOString();
const id = (index: number) => `p${index}`;
const link = "https://app.example.com/invite/Xk3pQ9vLm2Ab";

// Slots over midnight in a zone with a long name have the longest text.
const minutes = 719;
const timeZone = "America/Argentina/ComodRivadavia";

function makePoll(index: number, status: string, { people, options }: Crowd) {
  return {
    ...samplePoll,
    id: id(index),
    title: "Poll",
    description: "d".repeat(1_000),
    location: "l".repeat(255),
    conferencing: null,
    timeZone,
    status,
    kind: "time",
    createdAt: at(0),
    updatedAt: at(index),
    organizer: { id: "u1", name: "n".repeat(255), email: "olga@example.com", image: null },
    participantCount: people,
    options: Array.from({ length: options }, (_, option) => ({
      id: `option-${option}-25-letters-long`,
      startTime: at(option),
      duration: minutes,
    })),
    adminUrl: link,
    inviteUrl: link,
  };
}

function makePeople({ people, options, name, respondedAt }: Crowd) {
  const availability = Array.from({ length: options }, (_, option) => ({
    start: at(option),
    end: at(option, minutes),
    allDay: false,
    modifiers: ["ifNeedBe"],
  }));
  return Array.from({ length: people }, (_, index) => ({
    id: id(index),
    name: name ?? `Ann ${"x".repeat(200)}`,
    email: `person.${index}@example.com`,
    createdAt: respondedAt ?? at(index),
    availability,
  }));
}

/** Returns a request handler for every read of such a space. The list has `polls` polls for every status filter. */
export function serveCrowd(crowd: Crowd): RequestListener {
  const people = JSON.stringify({ data: makePeople(crowd) });
  const { polls = 1_000 } = crowd;
  return ({ url = "" }, response) => {
    const send = (body: string) => response.writeHead(200, { "content-type": "application/json" }).end(body);
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, pollId = ""] = /\/polls\/(\w+)\/participants$/.exec(pathname) ?? [];
    // Ids of people are unique in a space.
    if (pollId !== "")
      return send(pollId === id(0) ? people : people.replaceAll('"id":"p', `"id":"${pollId}-p`));
    if (!pathname.endsWith("/polls")) return send(JSON.stringify({ data: makePoll(0, "open", crowd) }));
    const status = searchParams.get("status") ?? "open";
    const start = Number(searchParams.get("cursor") ?? 0);
    const end = Math.min(start + Number(searchParams.get("limit") ?? 20), polls);
    const page = Array.from({ length: end - start }, (_, index) => makePoll(start + index, status, crowd));
    return send(JSON.stringify({ data: page, nextCursor: end < polls ? String(end) : null }));
  };
}
