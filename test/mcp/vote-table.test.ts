/** The votes as a text table in find_best_times, for people whose host shows no view. */
import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { openHost } from "./harness.ts";

const withView = {
  capabilities: {
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
  },
};

async function listTexts({ host }: Awaited<ReturnType<typeof openHost>>, args: Record<string, unknown>) {
  const result = (await host.callTool({ name: "find_best_times", arguments: args })) as CallToolResult;
  expect(result.isError).not.toBe(true);
  return result.content.map((block) => (block.type === "text" ? block.text : ""));
}

describe("the votes as a text table", () => {
  it("show who can make which option, without the counts of the data", async () => {
    const texts = await listTexts(await openHost(), {
      title: "board meeting",
      required: ["Katherine Example"],
    });
    expect(texts[2]?.split("\n")).toEqual([
      "                              A B",
      "Fri 26 Feb 2027, 09:00-11:00  . #",
      "Fri 26 Feb 2027, 15:00-17:00  # #",
      "Sat 27 Feb 2027, 09:00-11:00  ~ .",
      "Sat 27 Feb 2027, 15:00-17:00  ~ #",
      "# yes   ~ if need be   . no or unanswered",
      "A Katherine Example (required)   B Ada Lovelace",
    ]);
  });

  it("are left out when the host shows the view", async () => {
    expect(await listTexts(await openHost({}, withView), { title: "board meeting" })).toHaveLength(2);
  });

  it("are left out without votes, and for more people than fit", async () => {
    const opened = await openHost();
    const { client, sandbox } = opened;
    const { data: poll } = await client.createPoll({
      title: "Quiet",
      kind: "date",
      options: [{ date: "2027-03-01" }],
    });
    expect(await listTexts(opened, { pollId: poll.id })).toHaveLength(2);
    for (let person = 1; person <= 21; person += 1) {
      sandbox.vote(poll.id, { name: `Person ${person}`, choices: { [poll.options[0]?.id ?? ""]: "yes" } });
      expect(await listTexts(opened, { pollId: poll.id })).toHaveLength(person <= 20 ? 3 : 2);
    }
  });
});
