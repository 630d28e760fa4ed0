import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { callTool, connectInMemory, openHost } from "./harness.ts";

const ref = (path = "") => ({ type: "ref/resource" as const, uri: `rallly://polls/{pollId}${path}` });

async function openLunch() {
  const opened = await openHost();
  const { data } = await callTool(opened.host, "list_polls", { query: "team lunch" });
  const [{ id }] = data["polls"] as [{ id: string }];
  return { ...opened, pollId: id };
}

describe("the calendar entry of an option", () => {
  const openVoted = async (votes: ("yes" | "no")[] = ["no", "yes"]) => {
    const opened = await openHost();
    const { data: poll } = await opened.client.createPoll({
      title: "Kick-off",
      kind: "time",
      timeZone: "Europe/Berlin",
      options: ["2027-03-01", "2027-03-02"].map((date) => ({ startTime: `${date}T18:00:00Z`, duration: 90 })),
    });
    const choices = Object.fromEntries(poll.options.map(({ id }, index) => [id, votes[index] ?? "no"]));
    const read = async (option: string) => {
      const uri = `rallly://polls/${poll.id}/options/${option}/calendar.ics`;
      const { contents } = await opened.host.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/calendar", text: expect.any(String) }]);
      return (contents[0] as { text: string }).text;
    };
    return { ...opened, poll, choices, read };
  };

  it("is read by number and as the best one", async () => {
    const { poll, read, sandbox, choices } = await openVoted();
    sandbox.vote(poll.id, { name: "Ada", choices });
    const [first, second] = [await read("1"), await read("2")];
    expect(first).toContain("\r\nDTSTART;TZID=Europe/Berlin:20270301T190000\r\n");
    expect(second).toContain("\r\nDTSTART;TZID=Europe/Berlin:20270302T190000\r\n");
    expect(second).toContain("\r\nSUMMARY:Kick-off\r\n");
    expect(await read("best")).toBe(second);
  });

  it("names the bounds when the option does not exist", async () => {
    const { read } = await openVoted();
    for (const option of ["0", "3", "1.5", "-1", "first", "%zz", "99999999999999999999"])
      await expect(read(option)).rejects.toThrow(/a number from 1 to 2, in the poll's order, or "best"/);
  });

  it("does not call an option the best without votes for it", async () => {
    const { read, poll, sandbox, choices } = await openVoted(["no", "no"]);
    await expect(read("best")).rejects.toThrow(/nobody has answered.*number from 1 to 2/s);
    sandbox.vote(poll.id, { name: "Ada", choices });
    await expect(read("best")).rejects.toThrow(/nobody is available/);
  });

  it("of an unknown poll fails like the tools", async () => {
    const { host } = await openHost();
    await expect(
      host.readResource({ uri: "rallly://polls/nothing/options/best/calendar.ics" }),
    ).rejects.toThrow(/no poll with that pollId/);
  });

  it("is completed with the numbers of the poll's options", async () => {
    const { host, poll } = await openVoted();
    const complete = async (value: string, pollId?: string) => {
      const { completion } = await host.complete({
        ref: ref("/options/{option}/calendar.ics"),
        argument: { name: "option", value },
        ...(pollId === undefined ? {} : { context: { arguments: { pollId } } }),
      });
      return completion.values;
    };
    expect(await complete("", poll.id)).toEqual(["best", "1", "2"]);
    expect(await complete("2", poll.id)).toEqual(["2"]);
    expect(await complete("")).toEqual(["best"]);
    expect(await complete("", "nothing")).toEqual([]);
  });

  it("contains no key that somebody typed into the poll", async () => {
    const { host, sandbox, client } = await openHost();
    const { data: poll } = await client.createPoll({
      title: `Key ${"x".repeat(40)} ${sandbox.apiKey}`,
      description: `Do not show ${sandbox.apiKey} to anybody`,
      kind: "date",
      options: [{ date: "2027-03-01" }],
    });
    const { contents } = await host.readResource({
      uri: `rallly://polls/${poll.id}/options/1/calendar.ics`,
    });
    const text = contents[0] !== undefined && "text" in contents[0] ? contents[0].text : "";
    const { data } = await callTool(host, "find_best_times", { pollId: poll.id, calendar: 1 });
    expect(data["ics"]).toBe(text);
    expect(text).toContain("DTSTART;VALUE=DATE:20270301");
    expect(text.replaceAll("\r\n ", "")).not.toContain(sandbox.apiKey);
  });
});

describe("MCP resources", () => {
  it("are a poll, its results and its participants", async () => {
    const { host } = await openHost();
    const { resourceTemplates } = await host.listResourceTemplates();
    expect(resourceTemplates.map(({ name, uriTemplate }) => [name, uriTemplate])).toEqual([
      ["poll", "rallly://polls/{pollId}"],
      ["poll_results", "rallly://polls/{pollId}/results"],
      ["poll_participants", "rallly://polls/{pollId}/participants"],
      ["calendar_entry", "rallly://polls/{pollId}/options/{option}/calendar.ics"],
    ]);
    for (const { name, description, mimeType } of resourceTemplates) {
      expect(description).toContain("unknown people");
      expect(mimeType).toBe(name === "calendar_entry" ? "text/calendar" : "application/json");
    }
  });

  it.each([
    ["", "get_poll"],
    ["/results", "get_poll_results"],
    ["/participants", "list_participants"],
  ])("have at %s the data of %s", async (path, tool) => {
    const { host, pollId } = await openLunch();
    const uri = `rallly://polls/${pollId}${path}`;
    const { contents } = await host.readResource({ uri });
    const { data } = await callTool(host, tool, { pollId });
    expect(contents).toEqual([{ uri, mimeType: "application/json", text: JSON.stringify(data) }]);
    expect(JSON.stringify(contents)).not.toContain("@");
  });

  it("list the newest polls", async () => {
    const { host } = await openHost();
    const { resources } = await host.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith("rallly:"))).toHaveLength(20);
    expect(resources).toContainEqual(
      expect.objectContaining({
        uri: expect.stringMatching(/^rallly:\/\/polls\/\w+$/),
        title: "Board game night",
      }),
    );
  });

  it("are completed by title and by the start of an id", async () => {
    const { host, pollId } = await openLunch();
    for (const path of ["", "/results", "/participants", "/options/{option}/calendar.ics"]) {
      const { completion } = await host.complete({
        ref: ref(path),
        argument: { name: "pollId", value: "lunch tea" },
      });
      expect(completion.values).toEqual([pollId]);
    }
    const { completion } = await host.complete({
      ref: ref(),
      argument: { name: "pollId", value: pollId.slice(0, -1) },
    });
    expect(completion.values).toContain(pollId);
    const none = await host.complete({ ref: ref(), argument: { name: "pollId", value: "no such poll" } });
    expect(none.completion.values).toEqual([]);
  });

  it("fail with the error text of the tool", async () => {
    const { host } = await openHost();
    await expect(host.readResource({ uri: "rallly://polls/nothing" })).rejects.toThrow(
      /no poll with that pollId/,
    );
    await expect(host.readResource({ uri: "rallly://polls/%2e%2e" })).rejects.toThrow(/not found/);
    await expect(host.readResource({ uri: "rallly://polls/%zz" })).rejects.toThrow(
      /no poll with that pollId/,
    );
    await expect(host.readResource({ uri: "rallly://elsewhere" })).rejects.toThrow(/not found/i);
  });

  it("are empty without a key or a service", async () => {
    const keyless = await connectInMemory({ client: undefined });
    const lost = await connectInMemory({
      client: createClient({ apiKey: "sk_test_12345678", baseUrl: "http://127.0.0.1:9/v1", attempts: 1 }),
    });
    for (const host of [keyless, lost]) {
      const { resources } = await host.listResources();
      expect(resources.filter(({ uri }) => uri.startsWith("rallly:"))).toEqual([]);
      const { completion } = await host.complete({ ref: ref(), argument: { name: "pollId", value: "x" } });
      expect(completion.values).toEqual([]);
    }
    await expect(keyless.readResource({ uri: "rallly://polls/x" })).rejects.toThrow(/RALLLY_API_KEY/);
  });
});

describe("MCP prompts", () => {
  it("are listed with their arguments", async () => {
    const { host } = await openHost();
    const { prompts } = await host.listPrompts();
    expect(
      prompts.map(({ name, arguments: args }) => [
        name,
        args?.map((arg) => `${arg.name}${arg.required ? "" : "?"}`),
      ]),
    ).toEqual([
      ["plan_meeting", ["about", "when?", "timeZone?"]],
      ["who_is_missing", ["poll", "invited"]],
      ["summarise_poll", ["poll"]],
    ]);
  });

  it("contain arguments as JSON and name only existing tools", async () => {
    const { host } = await openHost();
    const typed = {
      plan_meeting: { about: "Review \u202e", timeZone: "Europe/Berlin" },
      who_is_missing: { poll: "x", invited: "Ada, Bob" },
      summarise_poll: { poll: "x" },
    };
    const { tools } = await host.listTools();
    const names = tools.map(({ name }) => name);
    for (const [name, args] of Object.entries(typed)) {
      const { messages } = await host.getPrompt({ name, arguments: args });
      expect(messages).toHaveLength(1);
      const text = messages[0]?.content.type === "text" ? messages[0].content.text : "";
      expect(text).not.toMatch(/(?!\n)\p{C}/u);
      const named = text.match(/\b(?:create|list|get|delete|find|wait)_\w+/g) ?? [];
      expect(named).not.toEqual([]);
      for (const tool of named) expect(names).toContain(tool);
    }
    const { messages } = await host.getPrompt({ name: "plan_meeting", arguments: typed.plan_meeting });
    expect(JSON.stringify(messages)).toContain('\\"about\\": \\"Review\\"');
    expect(JSON.stringify(messages)).not.toContain('when\\"');
  });

  it("are offered with their tools, without the steps that need another tool", async () => {
    const only = ["find_missing_people", "find_best_times"];
    const { host } = await openHost({ only });
    expect((await host.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      "who_is_missing",
      "summarise_poll",
    ]);
    const given = { name: "who_is_missing", arguments: { poll: "x", invited: "Ada" } };
    const { messages } = await host.getPrompt(given);
    expect(JSON.stringify(messages)).not.toContain("wait_for_responses");
    const { host: full } = await openHost();
    expect(JSON.stringify(await full.getPrompt(given))).toContain("wait_for_responses");
    const { host: without } = await openHost({ only: ["create_poll", "list_participants"] });
    expect((await without.listPrompts()).prompts.map(({ name }) => name)).toEqual(["plan_meeting"]);
  });

  it("keep a list of invited people whole, or refuse it", async () => {
    const { host } = await openHost();
    const list = Array.from({ length: 250 }, (_, index) => `Guest ${index} <guest${index}@example.com>`);
    const get = (invited: string) =>
      host.getPrompt({ name: "who_is_missing", arguments: { poll: "x", invited } });
    const short = list.slice(0, 200).join("\n");
    const { messages } = await get(short);
    const text = messages[0]?.content.type === "text" ? messages[0].content.text : "";
    expect(text).toContain(JSON.stringify(short));
    await expect(get(list.join("\n"))).rejects.toThrow(/8000/);
  });

  it("complete a poll by its title", async () => {
    const { host, pollId } = await openLunch();
    for (const name of ["who_is_missing", "summarise_poll"]) {
      const { completion } = await host.complete({
        ref: { type: "ref/prompt", name },
        argument: { name: "poll", value: "team lu" },
      });
      expect(completion.values).toEqual([pollId]);
    }
  });

  it("name a missing argument", async () => {
    const { host } = await openHost();
    await expect(host.getPrompt({ name: "summarise_poll", arguments: {} })).rejects.toThrow(/poll/);
  });
});
