/** What other people type reaches a Zap without characters that a terminal obeys or that nobody sees. */
import { describe, expect, it } from "vitest";
import { poll as basePoll } from "../../test/api/harness.ts";
import App from "../../zapier/index.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { triggers, creates, searches } = App;
const pollId = "Xk3pQ9vLm2Ab";

/** A color sequence, a bidirectional override, a zero-width space, a bell and an invisible letter around a word. */
const dirty = (word: string) =>
  `\u001b[31m\u202e${word.slice(0, 1)}\u200b${word.slice(1)}\u0007\u3164\u001b]0;x\u0007`;

const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

const poll = {
  ...basePoll,
  id: pollId,
  title: dirty("Lunch"),
  description: `${dirty("First")}\n${dirty("second")}`,
  location: dirty("Room"),
  conferencing: { provider: "custom", label: dirty("Jitsi"), uri: `https://meet.example.com/${dirty("x")}` },
  timeZone: "Europe/Berlin",
  status: "closed",
  kind: "time",
  createdAt: "2027-01-01T09:00:00.123Z",
  updatedAt: "2027-01-01T09:00:00.123Z",
  organizer: { id: "u1", name: dirty("Olga"), email: dirty("olga@example.com"), image: null },
  participantCount: 2,
  options: [{ id: "o1", startTime: "2027-03-01T14:00:00.000Z", duration: 30 }],
  adminUrl: `https://app.example.com/poll/${pollId}`,
  inviteUrl: `https://app.example.com/invite/${pollId}`,
};
const span = { start: "2027-03-01T14:00:00Z", end: "2027-03-01T14:30:00Z", allDay: false, modifiers: [] };
const participants = [
  {
    id: "p1",
    name: dirty("Ada"),
    email: dirty("ada@example.com"),
    createdAt: "2027-01-02T00:00:00Z",
    availability: [span],
  },
  { id: "p2", name: dirty("Ada"), email: null, createdAt: "2027-01-02T00:00:00Z", availability: [] },
];
const results = {
  pollId,
  kind: "time",
  status: "closed",
  participantCount: 2,
  highScore: 1,
  options: [{ ...poll.options[0], votes: [{ type: dirty("maybe"), count: 2 }], score: 1, isTopChoice: true }],
};

const servePoll = () =>
  serve((request, response) => {
    const path = request.url ?? "";
    const data = path.endsWith("/participants") ? participants : path.endsWith("/results") ? results : poll;
    const body = /\/polls\?/.test(path) ? { data: [poll], nextCursor: null } : { data };
    respond(request.method === "POST" ? 201 : 200, JSON.stringify(body))(request, response);
  });

describe("text of other people in outputs", () => {
  it.each([
    [
      "New Poll",
      triggers.new_poll,
      {},
      { title: "Lunch", description: "First\nsecond", organizer_first_name: "Olga" },
    ],
    ["Poll Closed", triggers.poll_closed, {}, { location: "Room", conferencing_label: "Jitsi" }],
    ["New Response", triggers.new_response, { poll: pollId }, { name: "Ada", poll_title: "Lunch" }],
    [
      "New or Updated Response",
      triggers.updated_response,
      { poll: pollId },
      { name: "Ada", poll_title: "Lunch" },
    ],
    [
      "Responses Reached",
      triggers.responses_reached,
      { poll: pollId, min_responses: "1" },
      { title: "Lunch" },
    ],
    [
      "Find Poll",
      searches.find_poll,
      { title: "lunch" },
      { title: "Lunch", organizer_email: "olga@example.com" },
    ],
    ["Find Poll by a hidden title", searches.find_poll, { title: dirty("LUNCH") }, { title: "Lunch" }],
    ["Find Poll Results", searches.find_poll_results, { poll: pollId }, { title: "Lunch" }],
    [
      "Find Response",
      searches.find_response,
      { poll: pollId, person: "p1" },
      { name: "Ada", email: "ada@example.com" },
    ],
    [
      "Find Best Time",
      searches.find_best_time,
      { poll: pollId },
      { attendee_emails: "ada@example.com", summary: expect.stringMatching(/No or unanswered: Ada\.$/) },
    ],
    [
      "the dropdown of polls",
      triggers.poll_list,
      {},
      { name: expect.stringMatching(/^Lunch \(closed\) \u00b7 /) },
    ],
    [
      "Find Responses",
      searches.find_responses,
      { poll: pollId, options: "1" },
      { names_text: "Ada", emails_text: "ada@example.com", filtered_options_text: "Mon 1 March, 15:00" },
    ],
    [
      "Find Missing People",
      searches.find_missing_people,
      { poll: pollId, invited_people: ["\u202eK\u200bim", "Ada"] },
      {
        missing_text: "Kim",
        unsure_text: "Ada",
        unsure: [{ may_be_text: expect.stringContaining("Ada (ada@example.com)") }],
      },
    ],
    [
      "Find Webhook Event",
      searches.find_webhook_event,
      {
        raw_body: JSON.stringify({
          version: "2026-09-20",
          id: "ev1",
          type: "poll.created",
          createdAt: "2027-01-02T00:00:00Z",
          data: { poll: { id: pollId } },
        }),
      },
      { title: "Lunch", location: "Room" },
    ],
  ])("has no control or invisible characters: %s", async (_name, step, inputData, expected) => {
    await servePoll();
    const [first] = (await run(step, inputData)) as unknown[];
    expect(first).toMatchObject(expected);
    expect(readTexts(first).filter((text) => hidden.test(text))).toEqual([]);
  });

  it("shows the id of a poll in the dropdown when its title is invisible", async () => {
    await serve(
      respond(
        200,
        JSON.stringify({ data: [{ ...poll, title: "\u200b", status: "open" }], nextCursor: null }),
      ),
    );
    expect(await run(triggers.poll_list)).toMatchObject([
      { id: pollId, name: expect.stringMatching(new RegExp(`^${pollId} \u00b7 `)) },
    ]);
  });
});

describe("messages", () => {
  const fail = (step: unknown, inputData: Record<string, unknown>) =>
    run(step, inputData).then(
      () => ({ message: "" }),
      (error: Error) => JSON.parse(error.message) as { message: string },
    );
  const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };

  it.each([
    ["a poll that is none", searches.find_poll_results, { poll: dirty("the lunch") }],
    ["a choice that is none", searches.find_poll, { title: "Lunch", match: dirty("fuzzy") }],
    ["a number that is none", searches.find_best_time, { poll: pollId, min_attendance: dirty("many") }],
    ["several people of a name", searches.find_best_time, { poll: pollId, required_people: dirty("Ada") }],
    ["a date that is none", creates.create_poll, { ...form, dates: [dirty("Lunchday")] }],
  ])("quote what was typed cleanly and briefly: %s", async (_name, step, inputData) => {
    await servePoll();
    const { message } = await fail(step, inputData);
    expect(message).toMatch(/\S: /);
    expect(message).not.toMatch(hidden);
  });

  it("of the service come out clean", async () => {
    await serve(
      respond(400, errorBody("VALIDATION_ERROR", `title: ${dirty("odd")}; location: ${dirty("odd")}`)),
    );
    expect(await fail(creates.create_poll, form)).toMatchObject({ message: "Title: odd ; Location: odd" });
    await serve(respond(400, errorBody("ODD", dirty("Tripped."))));
    expect(await fail(triggers.new_poll, {})).toMatchObject({ message: "Tripped." });
  });
});

function readTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(readTexts) : [];
}
