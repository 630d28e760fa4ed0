/** Find Missing People: a list of invited people compared with those who responded. */
import { beforeEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { serveCrowd } from "./crowd.ts";
import { startHarness } from "./harness.ts";
import { createScriptedServer } from "./scripted-server.ts";

const harness = startHarness();
type Output = Record<string, unknown> & { id: string };

let poll: Output;
const find = async (invited_people: unknown) => {
  const inputData = { poll: poll.id, invited_people };
  const found = await harness.run<Output[]>(App.searches.find_missing_people, { inputData, meta: {} });
  expect(found).toHaveLength(1);
  return found[0] as Output;
};
const vote = (name: string, email?: string) =>
  harness.sandbox.vote(poll.id, { name, ...(email !== undefined && { email }), choices: {} });

beforeEach(async () => {
  poll = await harness.run<Output>(App.creates.create_poll, {
    inputData: { title: "Planning", offer: "days", dates: ["2027-03-01"] },
    meta: {},
  });
});

describe("Find Missing People", () => {
  it("lists each group as count, text and line items, in two requests", async () => {
    vote("Ada Lovelace", "ada@example.com");
    vote("Sam Reed");
    vote("Sam Reed", "sam@example.com");
    const extra = vote("Zoe", "zoe@example.com");
    const requests = await harness.requestsOf(async () => {
      const list = ["ada@example.com", "Kim Lee <kim@example.com>", "dan@example.com", "Sam Reed"];
      expect(await find(list)).toMatchObject({
        title: "Planning",
        status: "open",
        is_open: true,
        invited_count: 4,
        missing_count: 2,
        missing_text: "Kim Lee, dan@example.com",
        missing_emails: "kim@example.com, dan@example.com",
        missing: [
          { invited_as: "Kim Lee <kim@example.com>", name: "Kim Lee", first_name: "Kim", last_name: "Lee" },
          { invited_as: "dan@example.com", name: null, first_name: null, email: "dan@example.com" },
        ],
        unsure_count: 1,
        unsure_text: "Sam Reed",
        unsure: [
          {
            may_be_text: expect.stringMatching(
              /^Sam Reed \(Response ID \w+\); Sam Reed \(sam@example\.com\)$/,
            ),
          },
        ],
        answered_count: 1,
        answered_text: "Ada Lovelace",
        answered: [{ invited_as: "ada@example.com", name: "Ada Lovelace", email: "ada@example.com" }],
        extra_count: 1,
        extra_text: "Zoe",
        extra: [{ response_id: extra.id, email: "zoe@example.com" }],
        reminder_text: `Please answer "Planning": ${poll["invite_link"]}\nStill missing: Kim Lee, dan@example.com.`,
      });
    });
    expect(requests).toEqual([`GET /v1/polls/${poll.id}`, `GET /v1/polls/${poll.id}/participants`]);
  });

  it.each([
    ["a text", "ada@example.com, Kim Lee <kim@example.com>"],
    ["lines", "ada@example.com\r\nKim Lee <kim@example.com>"],
    ["semicolons", "Lovelace, Ada <ada@example.com>; Lee, Kim <kim@example.com>"],
    ["list items", ["ada@example.com", null, "", "kim@example.com"]],
    [
      "line items",
      [
        { name: "Ada", email: "ada@example.com" },
        { name: "Kim Lee", email: "kim@example.com" },
      ],
    ],
    ["columns", { first: ["Ada", "Kim"], last: ["X", "Lee"], email: ["ada@example.com", "kim@example.com"] }],
    ["JSON", '[{"Name":"Ada","Email":"ada@example.com"},{"Name":"Kim","Email":"kim@example.com"}]'],
  ])("takes the list as %s", async (_name, list) => {
    vote("Ada Lovelace", "ada@example.com");
    expect(await find(list)).toMatchObject({
      invited_count: 2,
      answered_count: 1,
      missing_count: 1,
      missing_emails: "kim@example.com",
    });
  });

  it("takes line items of names alone as one person each", async () => {
    vote("Ada Lovelace");
    const list = [
      { first: "Ada", last: "Lovelace" },
      { first: "Kim", last: "Lee" },
    ];
    expect(await find(list)).toMatchObject({ answered_text: "Ada Lovelace", missing_text: "Kim Lee" });
  });

  it("reminds everybody while nobody has responded", async () => {
    expect(await find(["Ada", "Ben"])).toMatchObject({
      missing_count: 2,
      answered_count: 0,
      answered: [],
      extra: [],
      reminder_text: expect.stringContaining("Still missing: Ada, Ben."),
    });
  });

  it("says that everybody has answered", async () => {
    vote("Ada", "ada@example.com");
    expect(await find("ada@example.com")).toMatchObject({
      missing_count: 0,
      missing_text: "",
      missing: [],
      reminder_text: 'Everybody who was invited to "Planning" has answered.',
    });
  });

  it("asks nobody to answer a poll that is not open", async () => {
    harness.sandbox.closePoll(poll.id);
    expect(await find("Ada")).toMatchObject({
      status: "closed",
      is_open: false,
      reminder_text: '"Planning" is closed and takes no more answers. Not answered: Ada.',
    });
  });

  it("finds nothing when the poll is gone", async () => {
    const inputData = { poll: "gone00000000", invited_people: "Ada" };
    expect(await harness.run(App.searches.find_missing_people, { inputData, meta: {} })).toEqual([]);
  });

  it.each([
    ["", /Invited People: is required/],
    [[null, ""], /Invited People: is required/],
    [[","], /Invited People: is required/],
    [
      Array.from({ length: 1_001 }, (_, index) => `p${index}`),
      /Invited People: is too long\. Enter at most 1000 people/,
    ],
    ["x".repeat(1_000_000), /Invited People: is too long/],
  ])("refuses %j", async (list, message) => {
    await expect(find(list)).rejects.toThrow(message);
  });

  it("takes a thousand people, lists 500 as line items, and names 50 in the reminder", async () => {
    const list = Array.from({ length: 1_000 }, (_, index) => `p${index}@example.com`);
    const record = await find(list);
    expect(record).toMatchObject({ invited_count: 1_000, missing_count: 1_000 });
    expect(record["missing"]).toHaveLength(500);
    expect(String(record["missing_emails"]).split(", ")).toEqual(list);
    expect(record["reminder_text"]).toMatch(/p49@example\.com and 950 more\.$/);
  });
});

describe("a thousand namesakes", () => {
  const { serve, run } = createScriptedServer();

  it("fit into a step: each of them names five responses", async () => {
    await serve(serveCrowd({ people: 1_000, options: 100 }));
    const invited_people = Array.from({ length: 1_000 }, (_, index) => `Ann <ann.${index}@example.com>`);
    const [record] = (await run(App.searches.find_missing_people, {
      poll: "p0",
      invited_people,
    })) as Output[];
    expect(record).toMatchObject({ unsure_count: 1_000, missing_count: 0, extra_count: 0 });
    const [first] = (record as Output)["unsure"] as { may_be_text: string }[];
    expect(first?.may_be_text).toMatch(/; and 995 more$/);
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(6_000_000);
  });
});
