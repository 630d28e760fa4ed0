// Tests code that uses the client, without an account and without waiting: the sandbox has a clock.
//
//   npm install vitest and the file of `npm pack` in the clone
//   npx vitest run reminders.test.ts
//
// package.json needs "type": "module".
import { type Client, createClient, paginate } from "rallly-connect";
import { type Sandbox, startSandbox } from "rallly-connect/sandbox";
import { afterEach, beforeEach, expect, it } from "vitest";

/** The code under test: titles of open polls that fewer than `enough` people have answered. */
async function listUnanswered(client: Client, enough: number): Promise<string[]> {
  const titles: string[] = [];
  for await (const poll of paginate(client, { status: "open" }))
    if (poll.participantCount < enough) titles.push(poll.title);
  return titles;
}

let sandbox: Sandbox;
let client: Client;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: "empty", now: "2030-03-01T09:00:00Z" });
  client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
});
afterEach(() => sandbox.close());

const createLunch = () =>
  client.createPoll({ title: "Lunch", kind: "date", options: [{ date: "2030-03-04" }] });

it("lists a poll until enough people have answered", async () => {
  const { data: poll } = await createLunch();
  expect(await listUnanswered(client, 1)).toEqual(["Lunch"]);
  sandbox.vote(poll.id, { name: "Ada", choices: { "2030-03-04": "yes" } });
  expect(await listUnanswered(client, 1)).toEqual([]);
});

it("does not list a poll whose days have passed", async () => {
  await createLunch();
  sandbox.setNow("2030-03-06T09:00:00Z");
  expect(await listUnanswered(client, 1)).toEqual([]);
});

it("survives a service that fails for a moment", async () => {
  await createLunch();
  sandbox.setFaults({ rules: [{ fault: { kind: "respond", status: 500 }, times: 1 }] });
  expect(await listUnanswered(client, 1)).toEqual(["Lunch"]);
});
