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
    opened.sandbox.vote(data.id, { name: `Person ${person}`, choices: Object.fromEntries(choices) });
  }
  return { ...opened, pollId: data.id };
}

it("every result stays short for 100 options and 200 people", async () => {
  const { host, pollId } = await openCrowded();
  const most: [string, number][] = [
    ["get_poll", 700],
    ["get_poll_results", 600],
    ["list_participants", 5_000],
    ["find_best_times", 600],
  ];
  for (const [name, tokens] of most) {
    const { data, text } = await callTool(host, name, { pollId });
    expect(encode(JSON.stringify(data)).length, name).toBeLessThan(tokens);
    expect(encode(text).length).toBeLessThan(100);
  }
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
