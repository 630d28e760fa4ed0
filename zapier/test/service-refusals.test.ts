/** What a Zap does with every refusal that the service documents: hold, halt, replay later or tell. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { triggers, creates, searches } = App;
const poll = { poll: "Xk3pQ9vLm2Ab" };
const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };

const steps: Record<string, [unknown, Record<string, unknown>]> = {
  "New Poll": [triggers.new_poll, {}],
  "New Response": [triggers.new_response, poll],
  "New Response of any poll": [triggers.new_response, {}],
  "New or Updated Response": [triggers.updated_response, poll],
  "Responses Reached": [triggers.responses_reached, { min_responses: "1" }],
  "Poll Closed": [triggers.poll_closed, {}],
  "Poll Scheduled": [triggers.poll_scheduled, {}],
  "Create Poll": [creates.create_poll, form],
  "Delete Poll": [creates.delete_poll, poll],
  "Find Poll": [searches.find_poll, { title: "Lunch" }],
  "Find Poll Results": [searches.find_poll_results, poll],
  "Find Response": [searches.find_response, { ...poll, person: "Ada" }],
  "Find Best Time": [searches.find_best_time, poll],
};
const names = Object.keys(steps);

/** How a step ends when the service answers everything so: what it gives, or the error's name and words. */
async function play(name: string, status: number, body: string, headers: Record<string, string> = {}) {
  let asked = 0;
  await serve((request, response) => {
    asked += 1;
    respond(status, body, headers)(request, response);
  });
  const [step, inputData] = steps[name] ?? [];
  const ended = await run(step, inputData).then(
    (value) => ({ value }),
    (error: Error) => ({ name: error.name, message: error.message }),
  );
  return { asked, ...ended };
}

describe("a key that is no longer accepted", () => {
  it.each(names)("holds the runs and asks to reconnect, after one request: %s", async (name) => {
    const ended = await play(name, 401, errorBody("UNAUTHORIZED"), { "www-authenticate": "Bearer" });
    expect(ended).toMatchObject({
      asked: 1,
      name: "ExpiredAuthError",
      message: expect.stringMatching(/Reconnect/),
    });
    expect(ended).not.toMatchObject({ message: expect.stringContaining("sk_test_key") });
  });
});

describe("a space without the plan", () => {
  it.each(names)("gets an error that says to upgrade: %s", async (name) => {
    const ended = await play(name, 403, errorBody("SPACE_NOT_PRO"));
    expect(ended).toMatchObject({
      asked: 1,
      name: "AppError",
      message: expect.stringMatching(/Pro plan.*Upgrade/),
    });
  });
});

describe("a service that is limited or down", () => {
  it.each(names)("is retried by Zapier: %s", async (name) => {
    const limited = await play(name, 429, errorBody("RATE_LIMIT_EXCEEDED"), { "retry-after": "7" });
    expect(limited).toMatchObject({
      asked: 1,
      name: "ThrottledError",
      message: expect.stringMatching(/"delay":([7-9]|[12]\d|3[0-6])\b/),
    });
    const down = await play(name, 503, errorBody("SERVICE_UNAVAILABLE"), { "retry-after": "9" });
    expect(down).toMatchObject({ name: "ThrottledError", message: expect.stringContaining("maintenance") });
  });
});

describe("a service that fails", () => {
  it.each(names.filter((name) => name !== "Create Poll"))(
    "fails the run with its words, once: %s",
    async (name) => {
      const ended = await play(name, 500, errorBody("INTERNAL_ERROR", "The server tripped."));
      expect(ended).toMatchObject({
        name: "AppError",
        message: expect.stringContaining("The server tripped"),
      });
      expect(ended.asked).toBe(1);
    },
  );
});

describe("a poll that is gone", () => {
  it.each(["Find Poll Results", "Find Response", "Find Best Time"])(
    "is found by no search: %s",
    async (name) => {
      expect(await play(name, 404, errorBody("POLL_NOT_FOUND"))).toMatchObject({ value: [] });
    },
  );

  it.each(["New Response", "Delete Poll"])(
    "halts the run, since the service cannot tell a deleted poll from one of another space: %s",
    async (name) => {
      expect(await play(name, 404, errorBody("POLL_NOT_FOUND"))).toMatchObject({
        asked: 1,
        name: "HaltedError",
        message: expect.stringMatching(
          /^Poll: there is no poll with this ID in the space.*may already be deleted/,
        ),
      });
    },
  );

  it("is not what an unknown address means: that is told as it is", async () => {
    const ended = await play("Delete Poll", 404, errorBody("NOT_FOUND", "No such route."));
    expect(ended).toMatchObject({ name: "AppError", message: expect.stringContaining("No such route.") });
  });
});

describe("a poll that is refused", () => {
  it.each([
    ["ORGANIZER_NOT_MEMBER", /^Organizer Email: .*not a member/],
    ["TOO_MANY_OPTIONS", /Enter at most 100/],
    ["CONFERENCING_UNAVAILABLE", /^Video Call: .*not available/],
    ["CONFERENCING_NOT_CONNECTED", /^Video Call: this provider is not connected/],
    ["INAPPROPRIATE_CONTENT", /^Title, Description or Location: /],
    ["A_CODE_OF_TOMORROW", /^Odd\.$/],
  ])("for %s is told in the words of the form", async (code, words) => {
    const ended = await play("Create Poll", 400, errorBody(code, "Odd."));
    const { message } = JSON.parse("message" in ended ? ended.message : "{}");
    expect(ended).toMatchObject({ asked: 1, name: "AppError" });
    expect(message).toMatch(words);
  });

  it.each([
    ["title: Too big", "Title: Too big"],
    ["timeZone: Invalid; duration: Too small", "Time Zone: Invalid; Duration (Minutes): Too small"],
    ["options.0.date: Invalid ISO date", "Dates: Invalid ISO date"],
    ["options.3.startTime: Invalid", "Times: Invalid"],
    ["options: Too big; options.7: Odd", "Dates or Times: Too big; Dates or Times: Odd"],
    [
      "conferencing.uri: Invalid URL; organizer.email: Invalid",
      "Video Call Link: Invalid URL; Organizer Email: Invalid",
    ],
    [
      "generators.0.interval: Too small; generators.0.zest: Odd; generators: Too many",
      "Minutes Between Starts: Too small; First Day: Odd; First Day: Too many",
    ],
    ["titles: Unrecognized key; hideScores: No", "titles: Unrecognized key; Hide Scores: No"],
  ])("for %j names the fields of the form", async (said, told) => {
    const ended = await play("Create Poll", 400, errorBody("VALIDATION_ERROR", said));
    expect(JSON.parse("message" in ended ? ended.message : "{}")).toMatchObject({
      message: told,
      status: 400,
    });
  });

  it("for a conflict that v1 does not know yet is told as it is, and not sent again", async () => {
    const ended = await play("Create Poll", 409, errorBody("CONFLICT", "Two at once."));
    expect(ended).toMatchObject({
      asked: 1,
      name: "AppError",
      message: expect.stringContaining("Two at once."),
    });
  });

  it("without a reason is told by its status", async () => {
    expect(await play("New Poll", 418, "")).toMatchObject({
      name: "AppError",
      message: expect.stringContaining("418"),
    });
  });
});
