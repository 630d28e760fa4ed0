/** Statuses that do not come from the service: no Zap makes a poll twice, and none says that nothing was done. */
import { describe, expect, it } from "vitest";
import { poll as basePoll } from "../../test/api/harness.ts";
import App from "../../zapier/index.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { creates, triggers } = App;
const form = { title: "Lunch", offer: "days", dates: ["2027-03-02"] };
const pollId = "Xk3pQ9vLm2Ab";

/** A service that makes each poll, while a proxy replaces the response to everything but a list. */
async function serveBehindProxy(status: number, body: string, headers: Record<string, string>) {
  const polls: object[] = [];
  await serve((request, response) => {
    if (request.method === "GET") {
      return respond(200, JSON.stringify({ data: polls, nextCursor: null }), {
        date: new Date().toUTCString(),
      })(request, response);
    }
    if (request.method === "POST") polls.push(makePoll(`${pollId}${polls.length}`));
    return respond(status, body, headers)(request, response);
  });
  return polls;
}

const makePoll = (id: string) => ({
  ...basePoll,
  id,
  title: "Lunch",
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  organizer: null,
  options: [{ id: "o1", date: "2027-03-02" }],
  adminUrl: "https://app.example.com/poll/1",
  inviteUrl: "https://app.example.com/invite/1",
});

const html = { "content-type": "text/html" };
const statuses = [302, 401, 403, 404, 407, 408, 429, 499, 502, 503, 504];
const bodies: [string, Record<string, string>][] = [
  ["<html>Sorry</html>", html],
  ["<html>Sorry</html>", { ...html, "retry-after": "1" }],
  ['{"message":"Sorry"}', {}],
];
const responses = statuses.flatMap((status) =>
  bodies.map(([body, headers]) => [status, body, headers] as const),
);

describe("Create Poll when a proxy replaces the response", () => {
  it.each(responses)("finds the poll and adds a note: %i %s %j", async (status, body, headers) => {
    const polls = await serveBehindProxy(status, body, headers);
    expect(await run(creates.create_poll, form)).toMatchObject({
      id: `${pollId}0`,
      notes: expect.stringMatching(/response of the service was lost.*identical poll.*may be theirs/),
    });
    expect(polls).toHaveLength(1);
  });

  it.each(statuses)("halts the run when the poll cannot be found: %i", async (status) => {
    let posts = 0;
    await serve((request, response) => {
      if (request.method === "POST") posts += 1;
      respond(status, "<html>", { ...html, "retry-after": "30" })(request, response);
    });
    await expect(run(creates.create_poll, form)).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringMatching(/not known whether the poll was created/),
    });
    expect(posts).toBe(1);
  });
});

describe("Delete Poll when a proxy replaces the response", () => {
  it.each(statuses)("fails without a retry and without asking to reconnect: %i", async (status) => {
    await serveBehindProxy(status, "<html>", { ...html, "retry-after": "1" });
    await expect(run(creates.delete_poll, { poll: pollId })).rejects.toMatchObject({ name: "AppError" });
  });
});

describe("New Poll when something else than the service responds", () => {
  it.each([200, 302, 401, 403, 404, 407])("fails without asking to reconnect: %i", async (status) => {
    await serve(respond(status, "<html>", { ...html, location: "https://login.example.com/x" }));
    await expect(run(triggers.new_poll)).rejects.toMatchObject({
      name: "AppError",
      message: expect.stringMatching(
        status === 302
          ? /redirects to login\.example\.com \(302\)\. Check API Address/
          : /Something else responds, not the API \(\d+: expected JSON, got text\/html\)\. Check API Address/,
      ),
    });
  });
});

describe("a response of an unexpected form", () => {
  const odd = { ...makePoll(pollId), title: 7 };
  const explained =
    /data\.(0\.)?title: expected a string, got a number.*may have changed since this version \(rallly-connect \d/;

  it("is explained by a trigger", async () => {
    await serve(respond(200, JSON.stringify({ data: [odd], nextCursor: null })));
    await expect(run(triggers.new_poll)).rejects.toMatchObject({
      name: "AppError",
      message: expect.stringMatching(explained),
    });
  });

  it("halts a create, and is explained", async () => {
    await serve((request, response) =>
      request.method === "POST"
        ? respond(201, JSON.stringify({ data: odd }))(request, response)
        : respond(500, errorBody("INTERNAL_ERROR"))(request, response),
    );
    await expect(run(creates.create_poll, form)).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringMatching(explained),
    });
  });
});

describe("connections", () => {
  it("are not kept, so that no response is another request's", async () => {
    const ports = new Set<number | undefined>();
    await serve((request, response) => {
      ports.add(request.socket.remotePort);
      respond(200, JSON.stringify({ data: [], nextCursor: null }))(request, response);
    });
    for (let turn = 0; turn < 3; turn += 1) await run(triggers.new_poll);
    expect(ports.size).toBe(3);
  });
});
