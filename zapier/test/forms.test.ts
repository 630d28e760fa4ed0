/** What every form has in common: all problems at once, and a poll from any text that names one. */
import { describe, expect, it } from "vitest";
import App from "../index.ts";
import { startSpace } from "./space.ts";

const space = startSpace();
const { triggers, searches, creates } = App;

it.each([
  [
    "all-problems-trigger",
    triggers.people_still_missing,
    { invited_people: "", waiting_time: "2", count_from: "x" },
    ["Invited People: ", "Waiting Time: ", "Count From: "],
  ],
  [
    "all-problems-response",
    triggers.enough_responses_received,
    { poll: "Team Lunch", number_of_responses: "perhaps" },
    ["Poll: ", "Number of Responses: "],
  ],
  [
    "all-problems-best",
    searches.find_best_time,
    { poll: "", minimum_people: "three" },
    ["Poll: ", "Minimum People: "],
  ],
  [
    "all-problems-copy",
    creates.copy_poll,
    { poll: "Team Lunch", move_by: "soon", past_options: "x" },
    ["Poll: ", "Move By: ", "Past Options: "],
  ],
])("%s: one error names every field that cannot be used", async (_id, step, input, labels) => {
  const error = await space.run(step, input).catch((reason: Error) => reason);
  for (const label of labels) expect((error as Error).message).toContain(label);
});

describe("Poll", () => {
  it.each([
    ["a link in a sentence", (link: string) => `Vote here: ${link}`],
    ["a link at the end of a sentence", (link: string) => `Please vote: ${link}.`],
    ["a Markdown link", (link: string) => `[Team lunch](${link})`],
    ["a link of Slack", (link: string) => `<${link}|vote>`],
    ["the same link twice", (link: string) => `${link}\n${link}`],
    ["a link of a page of it", (link: string) => `${link}/edit?x=1`],
    ["its id in an event", (link: string) => `${link.split("/").at(-1)}:closed:2027-03-01T09:00:00.000Z`],
    ["JSON of its id", (link: string) => `["${link.split("/").at(-1)}"]`],
  ])("is named by %s", async (_name, write) => {
    const id = await space.createPoll();
    const input = { poll: write(`https://app.example.com/invite/${id}`) };
    expect(await space.run(searches.find_poll, input)).toMatchObject([{ id }]);
  });

  it.each([
    ["a path", "a/".repeat(45_000)],
    ["words", "/invite/ ".repeat(10_000)],
    ["letters", "x".repeat(90_000)],
    ["a link", `a/invite/${"-".repeat(90_000)}`],
  ])("is refused in linear time in a long text: %s", async (_name, poll) => {
    await expect(space.run(searches.find_poll, { poll })).rejects.toThrow(/Poll: .* is not a poll/);
  });

  it("is not named by the links of two polls", async () => {
    const text = "https://app.example.com/invite/aaaaaaaaaaaa https://app.example.com/invite/bbbbbbbbbbbb";
    await expect(space.run(searches.find_poll, { poll: text })).rejects.toThrow(/Poll: .* is not a poll/);
  });

  it("that is gone is an error of Find or Create Poll, and never a new poll", async () => {
    const poll = await space.createPoll();
    await space.client().deletePoll({ pollId: poll });
    expect(await space.run(searches.find_poll, { poll })).toEqual([]);
    const input = { poll, title: "Lunch", option_type: "days", dates: ["2027-03-01"] };
    await expect(space.run(searches.find_poll, input)).rejects.toThrow(/Poll: the poll .* is gone/);
  });
});
