import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../mcp/index.ts";
import { callTool, openHost } from "./harness.ts";

/** The id of a poll that the sandbox always has. */
async function find(host: Client, query: string): Promise<string> {
  const { data } = await callTool(host, "list_polls", { query });
  const [poll] = data["polls"] as { id: string }[];
  return poll?.id ?? "";
}

async function firstParticipant(host: Client, pollId: string): Promise<string> {
  const { data } = await callTool(host, "list_participants", { pollId });
  const [person] = data["participants"] as { id: string }[];
  return person?.id ?? "";
}

const lunch = "team lunch";
const sync = "board meeting";

/** One call of each tool, on polls that the sandbox always has. */
const calls: Record<string, (host: Client) => Promise<Record<string, unknown>>> = {
  create_poll: async () => ({
    title: "Design review",
    timeZone: "America/New_York",
    duration: 45,
    times: [{ start: "2027-03-12T15:00" }, { start: "2027-03-15T15:00", duration: 60 }],
  }),
  list_polls: async () => ({ status: "closed", limit: 2 }),
  get_poll: async (host) => ({ pollId: await find(host, sync) }),
  get_poll_results: async (host) => ({ pollId: await find(host, lunch) }),
  list_participants: async (host) => ({ pollId: await find(host, sync), includeEmails: true }),
  get_participant: async (host) => {
    const pollId = await find(host, sync);
    return { pollId, participantId: await firstParticipant(host, pollId), timeZone: "Europe/London" };
  },
  delete_poll: async (host) => ({ pollId: await find(host, lunch), confirmTitle: "Team lunch" }),
};

/** Without what differs from run to run: the sandbox's port and the ids that it makes up. */
function settle(result: unknown, made: string): string {
  const text = JSON.stringify(result, null, 2).replace(/127\.0\.0\.1:\d+/g, "sandbox");
  return made === "" ? text : text.replaceAll(made, "Xk3pQ9vLm2Ab");
}

describe("the whole answer", () => {
  it.each(catalogue.map(({ name }) => name))("of %s is exactly this", async (name) => {
    const { host } = await openHost({ secret: "the same in every run" });
    const args = await calls[name]?.(host);
    const result = await host.callTool({ name, arguments: args ?? {} });
    expect(result.isError).toBeFalsy();
    const made = name === "create_poll" ? (result.structuredContent as { pollId: string }).pollId : "";
    await expect(settle(result, made)).toMatchFileSnapshot(`snapshots/${name}.snap`);
  });

  it("never holds null, and says the same in text as in data", async () => {
    const { host } = await openHost();
    for (const { name } of catalogue) {
      const result = await host.callTool({ name, arguments: (await calls[name]?.(host)) ?? {} });
      expect(JSON.stringify(result)).not.toContain("null");
      const [sentence, data] = result.content;
      expect(sentence?.type === "text" && sentence.text.length).toBeLessThan(300);
      expect(data?.type === "text" && JSON.parse(data.text)).toEqual(result.structuredContent);
    }
  });
});
