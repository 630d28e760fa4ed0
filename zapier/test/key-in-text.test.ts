/** The API key, typed into a poll or a field by mistake or echoed by the service, is in no output and no error. */
import { describe, expect, it } from "vitest";
import { poll as basePoll } from "../../test/api/harness.ts";
import App from "../../zapier/index.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { triggers, searches, creates } = App;
/** The key that the steps run with. */
const key = "sk_test_key";
const pollId = "Xk3pQ9vLm2Ab";

const forms: Record<string, string> = {
  plain: key,
  "zero-width characters": [...key].join("\u200b"),
  "terminal colors": [...key].join("\u001b[31m"),
};

const pollWith = (text: string) => ({
  ...basePoll,
  id: pollId,
  title: `Lunch ${text}`,
  description: text,
  location: text,
  conferencing: { provider: "custom", label: text, uri: "https://meet.example.com/x" },
  timeZone: "Europe/Berlin",
  status: "closed",
  kind: "time",
  createdAt: "2027-01-01T09:00:00Z",
  updatedAt: "2027-01-01T09:00:00Z",
  organizer: { id: "u1", name: text, email: "olga@example.com", image: null },
  participantCount: 1,
  options: [{ id: "o1", startTime: "2027-03-01T14:00:00Z", duration: 30 }],
  adminUrl: `https://app.example.com/poll/${pollId}`,
  inviteUrl: `https://app.example.com/invite/${pollId}`,
});

const span = { start: "2027-03-01T14:00:00Z", end: "2027-03-01T14:30:00Z", allDay: false, modifiers: [] };

/** As a reader would put it together again. */
const decoded = (value: unknown) =>
  JSON.stringify(value)
    .replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\n/g, "")
    .replace(/[^a-z]/gi, "");

describe.each(Object.entries(forms))("the key, written with %s", (_, text) => {
  it.each([
    ["New Poll", triggers.new_poll, {}],
    ["Poll Closed", triggers.poll_closed, {}],
    ["New Response", triggers.new_response, { poll: pollId }],
    ["New or Updated Response", triggers.updated_response, { poll: pollId }],
    ["Responses Reached", triggers.responses_reached, { poll: pollId, min_responses: "1" }],
    ["Find Poll", searches.find_poll, { title: "Lunch", match: "part" }],
    ["Find Best Time", searches.find_best_time, { poll: pollId }],
    ["the dropdown of polls", triggers.poll_list, {}],
  ])("is masked in %s", async (_name, step, inputData) => {
    const poll = pollWith(text);
    const person = { id: "p1", name: text, email: null, createdAt: poll.createdAt, availability: [span] };
    await serve((request, response) => {
      const path = request.url ?? "";
      const data = path.endsWith("/participants") ? [person] : /\/polls\?/.test(path) ? [poll] : poll;
      respond(200, JSON.stringify({ data, nextCursor: null }))(request, response);
    });
    const outcome = await run(step, inputData).catch((error: Error) => error.message);
    expect(JSON.stringify(outcome)).toContain("[key]");
    expect(decoded(outcome)).not.toContain("sktestkey");
  });

  it("is masked in errors, from the service and about a field", async () => {
    await serve(respond(400, errorBody("VALIDATION_ERROR", `title: not ${text}`)));
    for (const [step, inputData] of [
      [searches.find_poll_results, { poll: pollId }],
      [searches.find_poll_results, { poll: `the poll ${text}` }],
      [creates.create_poll, { title: "Lunch", offer: "days", dates: [text] }],
    ] as const) {
      const error = await run(step, inputData).then(
        () => expect.unreachable(),
        (reason: Error) => reason,
      );
      expect(decoded(error.message)).not.toContain("sktestkey");
    }
  });
});

it("is in no address when it is pasted in place of an id", async () => {
  const paths: string[] = [];
  await serve((request, response) => {
    paths.push(request.url ?? "");
    respond(404, errorBody("POLL_NOT_FOUND", "Poll not found"))(request, response);
  });
  for (const [step, inputData] of [
    [searches.find_poll_results, { poll: key }],
    [creates.copy_poll, { poll: key, move_by: 7 }],
  ] as const) {
    const error = await run(step, inputData).then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    );
    expect(error.message).toContain("is the API key, which must not be in a URL");
    expect(error.message).not.toContain(key);
  }
  expect(paths).toEqual([]);
});
