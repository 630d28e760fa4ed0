import { describe, expect, it } from "vitest";
import { openHost, openModernHost, openSandbox, toCaller } from "./harness.ts";
import { testKey } from "./service.ts";
import { openSpace } from "./space.ts";

it("The newest polls are listed as resources, and none where the service fails", async () => {
  const { host } = await openSpace(["Team lunch", "\u202eOffsite"]);
  const { resources } = await host.listResources();
  expect(resources.filter(({ uri }) => uri.startsWith("rallly:"))).toMatchObject([
    { title: "Offsite" },
    { title: "Team lunch" },
  ]);
  const caller = toCaller({ url: "http://127.0.0.1:9/v1", apiKey: testKey });
  const { host: other } = await openHost({ caller });
  expect((await other.listResources()).resources.every(({ uri }) => !uri.startsWith("rallly:"))).toBe(true);
});

describe("a resource", () => {
  it("of a poll has the data of the tool", async () => {
    const { host } = await openHost();
    const { contents } = await host.readResource({ uri: "rallly://polls/DemoPoll0001" });
    expect(JSON.parse(String(Reflect.get(contents[0] ?? {}, "text")))).toMatchObject({ id: "DemoPoll0001" });
  });

  it.each<[id: string, uri: string, text?: RegExp]>([
    ["resource-missing", "rallly://polls/NoSuchPoll01"],
    ["resource-by-title", "rallly://polls/Party"],
    ["a title of two polls", "rallly://polls/Choir"],
    ["uri-percent", "rallly://polls/%"],
    ["uri-broken", "rallly://polls/%ZZ"],
    ["no such option", "rallly://polls/DemoPoll0001/options/0/calendar.ics"],
    ["no such skill", "skill://unknown/SKILL.md", /skill:\/\/unknown/],
    [
      "a best option that is tied",
      "rallly://polls/DemoPoll0025/options/best/calendar.ics",
      /\d options are tied for the best: /,
    ],
    [
      "a best option before anybody has answered",
      "rallly://polls/DemoPoll0001/options/best/calendar.ics",
      /The poll has no best option/,
    ],
  ])(
    "that is not there is named, in words and as data: %s",
    async (_, uri, text = /^.*There is no such resource: an address has the id of a poll/) => {
      const { host, client } = await openHost();
      const options = [{ date: "2027-03-01" }];
      for (const title of ["Party", "Choir", "Choir"])
        await client.createPoll({ title, kind: "date", options });
      await expect(host.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(text),
        data: { uri },
      });
    },
  );
});

it("resource-unreachable: the error is not one of the parameters", async () => {
  const { host } = await openHost({ caller: toCaller({ url: "http://127.0.0.1:9/v1", apiKey: testKey }) });
  await expect(host.readResource({ uri: "rallly://polls/NoSuchPoll01" })).rejects.toMatchObject({
    code: -32603,
  });
});

describe.each([
  ["2025", openHost],
  ["2026-07-28", openModernHost],
])("skills in the protocol of %s", (_, open) => {
  it("are listed, read as files, and are the texts of the prompts", async () => {
    const { host } = await open();
    const { resources } = await host.listResources();
    const skills = resources.filter(({ uri }) => uri.startsWith("skill://"));
    expect(skills.map(({ name }) => name)).toEqual(["schedule-meeting", "chase-responses", "pick-time"]);
    expect(skills.map(({ title }) => title)).toContain("Pick and announce a time");
    const prompts: Record<string, Record<string, string>> = {
      plan_meeting: { about: "Budget" },
      who_is_missing: { poll: "Lunch", invited: "Ada, Grace" },
      summarise_poll: { poll: "Lunch" },
    };
    for (const [index, [name, args]] of Object.entries(prompts).entries()) {
      const { contents } = await host.readResource({ uri: skills[index]?.uri ?? "" });
      const file = String(Reflect.get(contents[0] ?? {}, "text"));
      expect(file).toMatch(/^---\nname: /);
      const { messages } = await host.getPrompt({ name, arguments: args });
      const text = String(Reflect.get(messages[0]?.content ?? {}, "text"));
      expect(text).toContain(file.split("---\n\n")[1]?.trim());
      for (const given of Object.values(args)) expect(text).toContain(given);
    }
  });
});

it.each([
  [{ poll: "Lunch" }, "The argument invited is missing."],
  [{ poll: "Lunch", invited: "x".repeat(8_001) }, "invited has at most 8000 characters."],
  [{ poll: 5, invited: "Ada" }, "The argument poll must be a text."],
])("A prompt refuses arguments that it cannot pass on whole", async (args, message) => {
  const { host } = await openHost();
  const prompt = host.getPrompt({ name: "who_is_missing", arguments: args as never });
  await expect(prompt).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) });
});

it("A prompt keeps a whole list of invited people, and cleans what was typed", async () => {
  const { host } = await openHost();
  const invited = Array.from({ length: 500 }, (_, index) => `Person ${index}`).join(", ");
  const args = { poll: "\u202eLunch", invited };
  const { messages } = await host.getPrompt({ name: "who_is_missing", arguments: args });
  const text = JSON.stringify(messages);
  expect(text).toContain("Person 499");
  expect(text).not.toContain("\u202e");
});

it("The API key is masked wherever it was typed: arguments, polls, resources and prompts", async () => {
  const sandbox = await openSandbox();
  const logged: unknown[] = [];
  const { host } = await openHost({ sandbox, server: { log: (event) => logged.push(String(event)) } });
  const { apiKey } = sandbox;
  const made = await host.callTool({
    name: "create_poll",
    arguments: { title: apiKey, dates: ["2027-03-01"] },
  });
  const { id: pollId } = made.structuredContent as { id: string };
  const shown = [
    made,
    await host.callTool({ name: "get_poll", arguments: { poll: pollId, [apiKey]: apiKey } }),
    await host.callTool({ name: "get_poll", arguments: { poll: apiKey } }),
    await host.callTool({ name: "list_polls", arguments: {} }),
    await host.listResources(),
    await host.readResource({ uri: `rallly://polls/${pollId}` }),
    await host.readResource({ uri: `rallly://polls/${pollId}/options/1/calendar.ics` }),
    await host.getPrompt({ name: "plan_meeting", arguments: { about: apiKey } }),
    ...(await Promise.all(
      [host.getPrompt({ name: apiKey }), host.readResource({ uri: `rallly://polls/${apiKey}` })].map(
        (refused) => refused.catch(({ message, data }) => [message, data]),
      ),
    )),
    logged,
  ];
  expect(JSON.stringify(shown)).not.toContain(apiKey.slice(-12));
});
