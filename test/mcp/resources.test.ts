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

describe("MCP resources", () => {
  it("are a poll, its results and its participants", async () => {
    const { host } = await openHost();
    const { resourceTemplates } = await host.listResourceTemplates();
    expect(resourceTemplates.map(({ name, uriTemplate }) => [name, uriTemplate])).toEqual([
      ["poll", "rallly://polls/{pollId}"],
      ["poll_results", "rallly://polls/{pollId}/results"],
      ["poll_participants", "rallly://polls/{pollId}/participants"],
    ]);
    for (const { description, mimeType } of resourceTemplates) {
      expect(description).toContain("unknown people");
      expect(mimeType).toBe("application/json");
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
    for (const path of ["", "/results", "/participants"]) {
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
      for (const tool of text.match(/\b(?:create|list|get|delete|find)_\w+/g) ?? [])
        expect(names).toContain(tool);
    }
    const { messages } = await host.getPrompt({ name: "plan_meeting", arguments: typed.plan_meeting });
    expect(JSON.stringify(messages)).toContain('\\"about\\": \\"Review\\"');
    expect(JSON.stringify(messages)).not.toContain('when\\"');
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
