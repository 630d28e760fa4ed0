/** Polls and answers that the contract allows and few have seen: a Zap must live with them, and never make a poll twice. */
import { describe, expect, it } from "vitest";
import { poll as basePoll } from "../../test/api/harness.ts";
import App from "../../zapier/index.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { triggers, creates, searches } = App;
const pollId = "Xk3pQ9vLm2Ab";

/** A poll as the service could answer it, in a zone that IANA may make one day. */
const poll = {
  ...basePoll,
  id: pollId,
  title: "Lunch",
  description: null,
  location: null,
  conferencing: null,
  timeZone: "Mars/Phobos",
  status: "open",
  kind: "time",
  createdAt: "2027-01-01T09:00:00.123Z",
  updatedAt: "2027-01-01T09:00:00.123Z",
  organizer: null,
  participantCount: 1,
  options: [{ id: "o1", startTime: "2027-03-01T14:00:00.000Z", duration: 30.5 }],
  adminUrl: "https://app.example.com/poll/Xk3pQ9vLm2Ab",
  inviteUrl: "https://app.example.com/invite/Xk3pQ9vLm2Ab",
};
const participant = {
  id: "p1",
  name: "Ada Lovelace",
  email: null,
  createdAt: "2027-01-02T00:00:00Z",
  availability: [
    { start: "2027-03-01T14:00:00Z", end: "2027-03-01T14:30:30Z", allDay: false, modifiers: ["remote"] },
  ],
};
const results = {
  pollId,
  kind: "time",
  status: "open",
  participantCount: 1,
  highScore: 1,
  options: [{ ...poll.options[0], votes: [{ type: "constructor", count: 2 }], score: 1, isTopChoice: true }],
};

/** Serves the poll with its answers, and answers a create with whatever is given. */
async function servePoll(created: object = poll) {
  const posts: string[] = [];
  await serve((request, response) => {
    const path = request.url ?? "";
    if (request.method === "POST") {
      posts.push(path);
      return respond(201, JSON.stringify({ data: created }))(request, response);
    }
    const data = path.endsWith("/participants") ? [participant] : path.endsWith("/results") ? results : poll;
    const body = /\/polls(\?|$)/.test(path) ? { data: [poll], nextCursor: null } : { data };
    return respond(200, JSON.stringify(body))(request, response);
  });
  return posts;
}

const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };

describe("a poll in a zone that this machine does not know", () => {
  const shown = { start: "2027-03-01T14:00:00+00:00", end: "2027-03-01T14:30:30+00:00" };

  it.each([
    ["New Poll", triggers.new_poll, {}, { time_zone: "Mars/Phobos", options: [shown] }],
    ["Find Poll", searches.find_poll, { title: "lunch" }, { options: [{ id: "o1", ...shown }] }],
    ["Find Poll Results", searches.find_poll_results, { poll: pollId }, { leading_start: shown.start }],
    [
      "New Response",
      triggers.new_response,
      { poll: pollId },
      { availability: [{ answer: "yes" }], option_2027_03_01_1400_30_5: "yes" },
    ],
    ["Find Best Time", searches.find_best_time, { poll: pollId }, { option_id: "o1", ...shown }],
  ])(
    "is shown in UTC and says so, instead of stopping every Zap: %s",
    async (_, step, inputData, expected) => {
      await servePoll();
      const found = await run(step, inputData);
      expect(found).toMatchObject([expected]);
      expect(JSON.stringify(found)).toContain("14:00-14:30 (UTC)");
    },
  );

  it("counts votes of a type named like an Object property", async () => {
    await servePoll();
    const found = await run(searches.find_poll_results, { poll: pollId });
    expect(found).toMatchObject([{ options: [{ votes_text: "2 constructor" }] }]);
  });
});

describe("an ambiguous error response", () => {
  it("holds the runs when the service cannot read the key's header", async () => {
    await serve(respond(400, errorBody("INVALID_AUTHORIZATION_HEADER", "Odd.")));
    await expect(run(triggers.new_poll)).rejects.toMatchObject({ name: "ExpiredAuthError" });
  });

  it.each([
    ["Find Poll", searches.find_poll, { poll: pollId }],
    ["Find Poll Results", searches.find_poll_results, { poll: pollId }],
    ["Find Response", searches.find_response, { poll: pollId, person: "Ada" }],
    ["Find Best Time", searches.find_best_time, { poll: pollId }],
  ])(
    "fails a search when the address is unknown: nothing says that the poll is gone: %s",
    async (_, step, data) => {
      await serve(respond(404, errorBody("NOT_FOUND", "No such route.")));
      await expect(run(step, data)).rejects.toMatchObject({
        name: "AppError",
        message: expect.stringContaining("No such route."),
      });
    },
  );

  it("shows the message of an error whose code is named like an Object property", async () => {
    await serve(respond(400, errorBody("constructor", "Odd.")));
    await expect(run(triggers.new_poll)).rejects.toMatchObject({
      message: expect.stringContaining('"message":"Odd."'),
    });
  });
});

describe("one wrong field", () => {
  it.each([
    ["Title", { ...form, title: ["Lunch", "Dinner"] }],
    ["Kind of Poll", { ...form, kind: ["date", "time"] }],
    ["Video Call Name", { ...form, conferencing: "custom", conferencing_label: ["Jitsi", "Meet"] }],
  ])("is reported once: %s", async (label, inputData) => {
    const { message } = await run(creates.create_poll, inputData).then(
      () => ({ message: "" }),
      (error: Error) => JSON.parse(error.message) as { message: string },
    );
    expect(message).toBe(`${label}: has several values. Enter one.`);
  });
});
