import { expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";

const callsPerPerson = 1000;
const concurrency = 16;

it("keeps two people with two spaces apart in 2,000 interleaved calls", async () => {
  const { origin, sandbox } = await openConnector({}, { seed: "empty" });
  const people = await Promise.all(
    [sandbox.apiKeys.demo, sandbox.apiKeys.secondSpace].map(async (key, index) => {
      const host = await connectHost(origin, { key }, { line: index === 0 ? "2.x" : "1.x" });
      const title = `Poll of person ${index}`;
      const made = await host.call("create_poll", { title, dates: ["2037-03-02"] });
      const { pollId } = made["structuredContent"] as { pollId: string };
      return { host, title, pollId, wrong: 0, done: 0 };
    }),
  );
  const [ada, mei] = people;
  if (!ada || !mei) throw new Error("unreachable");
  const calls = Array.from({ length: 2 * callsPerPerson }, (_, index) => index);
  const work = async () => {
    for (let index = calls.pop(); index !== undefined; index = calls.pop()) {
      const person = index % 2 === 0 ? ada : mei;
      const other = index % 2 === 0 ? mei : ada;
      // One in ten asks for the other person's poll.
      const asksForOther = index % 10 < 2;
      const result = await person.host.call("get_poll", {
        pollId: asksForOther ? other.pollId : person.pollId,
      });
      const text = JSON.stringify(result);
      const isRight = asksForOther
        ? result["isError"] === true && !text.includes(other.title)
        : text.includes(person.title) && !text.includes(other.title);
      person.done += 1;
      if (!isRight) person.wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  expect(people.map(({ done, wrong }) => ({ done, wrong }))).toEqual([
    { done: callsPerPerson, wrong: 0 },
    { done: callsPerPerson, wrong: 0 },
  ]);
  expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
}, 300_000);
