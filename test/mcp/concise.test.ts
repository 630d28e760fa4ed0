import { encode } from "gpt-tokenizer";
import { expect, it } from "vitest";
import { callTool, openHost } from "./harness.ts";

const hourMs = 3_600_000;

/** A large poll: 100 options, 200 people, and votes without a pattern. */
async function openCrowded() {
  const opened = await openHost();
  const first = Date.parse("2027-03-01T08:00:00Z");
  const { data } = await opened.client.createPoll({
    title: "Everyone, all month",
    kind: "time",
    timeZone: "Europe/Berlin",
    options: Array.from({ length: 100 }, (_, index) => ({
      startTime: new Date(first + index * hourMs).toISOString(),
      duration: 60,
    })),
  });
  for (let person = 0; person < 200; person += 1) {
    const choices = data.options.map(({ id }, index) => {
      const answer =
        (index * 7 + person * 3) % 5 < 3 ? "yes" : (index + person) % 4 === 0 ? "ifNeedBe" : "no";
      return [id, answer] as const;
    });
    opened.sandbox.vote(data.id, {
      name: `Person ${person}`,
      email: `person.${person}@example.com`,
      choices: Object.fromEntries(choices),
    });
  }
  return { ...opened, pollId: data.id };
}

it("every result stays short for 100 options and 200 people", async () => {
  const { host, pollId } = await openCrowded();
  const most: [string, object, number][] = [
    ["get_poll", {}, 700],
    ["get_poll_results", {}, 600],
    ["list_participants", {}, 5_000],
    ["list_participants", { option: "7" }, 5_000],
    ["find_best_times", {}, 600],
    ["get_participant", { person: "Person 7" }, 3_000],
  ];
  for (const [name, more, tokens] of most) {
    const { data, text } = await callTool(host, name, { pollId, ...more });
    expect(encode(JSON.stringify(data)).length, name).toBeLessThan(tokens);
    expect(encode(text).length).toBeLessThan(100);
  }
});

it.each([
  ["get_poll_results", { limit: 100 }],
  ["list_participants", { limit: 500, includeEmails: true }],
  ["list_participants", { limit: 500, includeEmails: true, option: "7" }],
  ["list_participants", { limit: 500, includeEmails: true, option: "2027-03-02" }],
  ["list_participants", { limit: 500, offset: 190 }],
  ["find_best_times", { limit: 20, required: ["Person 7"] }],
])("no argument makes the result of %s longer than 5,000 tokens: %j", async (name, more) => {
  const { host, pollId } = await openCrowded();
  const { data } = await callTool(host, name, { pollId, ...more });
  expect(encode(JSON.stringify(data)).length).toBeLessThanOrEqual(5_000);
});

it("pages of list_participants end when they are full, and miss nobody", async () => {
  const { host, pollId } = await openCrowded();
  const seen: string[] = [];
  for (let offset: number | undefined = 0, pages = 0; offset !== undefined; pages += 1) {
    expect(pages).toBeLessThan(10);
    const { data } = await callTool(host, "list_participants", {
      pollId,
      option: "7",
      includeEmails: true,
      offset,
    });
    expect(encode(JSON.stringify(data)).length).toBeLessThanOrEqual(5_000);
    seen.push(...(data["participants"] as { name: string }[]).map(({ name }) => name));
    offset = data["nextOffset"] as number | undefined;
  }
  expect(seen).toEqual(Array.from({ length: 200 }, (_, person) => `Person ${person}`));
});

it("a page of list_participants has at least one person, whatever the name", async () => {
  const { host, client, sandbox } = await openHost();
  const { data: poll } = await client.createPoll({
    title: "Long names",
    kind: "date",
    options: [{ date: "2027-03-01" }],
  });
  for (let person = 0; person < 60; person += 1)
    sandbox.vote(poll.id, { name: `${person} ${"山".repeat(200)}`, choices: {} });
  const { data } = await callTool(host, "list_participants", { pollId: poll.id });
  expect(encode(JSON.stringify(data)).length).toBeLessThanOrEqual(5_000);
  expect((data["participants"] as object[]).length).toBeGreaterThan(5);
  expect(data["nextOffset"]).toBe((data["participants"] as object[]).length);
});

it("the result of find_best_times takes less than 700 tokens for 100 options and 200 people", async () => {
  const { host, pollId } = await openCrowded();
  const result = await host.callTool({
    name: "find_best_times",
    arguments: { pollId, required: ["Person 7", "Person 8"], exclude: ["Person 9"], minAttendance: 50 },
  });
  const texts = result.content.map((block) => (block.type === "text" ? block.text : ""));
  expect(texts).toHaveLength(2);
  expect(encode(texts.join("\n")).length).toBeLessThan(700);
});

it("a page of list_participants has one person even when the rest of the result is too long", async () => {
  const { host, client, sandbox } = await openHost();
  const { data: poll } = await client.createPoll({
    title: "Long link",
    kind: "date",
    options: [{ date: "2027-03-01" }],
  });
  for (const name of ["Ada", "Bob"]) sandbox.vote(poll.id, { name, choices: {} });
  client.getPoll = async () => ({
    data: { ...poll, inviteUrl: `https://app.example/${"a1".repeat(5_000)}` },
  });
  const { data } = await callTool(host, "list_participants", { pollId: poll.id });
  expect(data).toMatchObject({ participants: [{ name: "Ada" }], nextOffset: 1 });
});
