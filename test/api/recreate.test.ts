import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, createPollInput } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";

/** The fields of a response that a create body does not have. A date poll has no time zone either. */
const answered = ["id", "status", "createdAt", "updatedAt", "participantCount", "adminUrl", "inviteUrl"];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ limits: "none" });
});
afterAll(() => sandbox.close());

describe("a poll from a response", () => {
  it("can be created again from a response, without sending null", async () => {
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    const { data: polls } = await client.listPolls({ limit: 100 });
    const nulls = new Set<string>();
    for (const poll of polls) {
      const { data: read } = await client.getPoll({ pollId: poll.id });
      const kept = Object.entries(read).filter(
        ([field]) => !answered.includes(field) && !(read.kind === "date" && field === "timeZone"),
      );
      for (const [field, value] of kept) if (value === null) nulls.add(field);
      const options = read.options.map(({ id: _, ...option }) => option);
      const organizer = read.organizer && { email: read.organizer.email };
      const body = { ...Object.fromEntries(kept), options, organizer };
      const { data: made } = await client.createPoll(createPollInput.parse(body));
      expect(JSON.stringify(sandbox.requests.at(-1)?.body)).not.toContain("null");
      // Without its organizer a poll goes to the space's owner.
      const same = kept.filter(
        ([field, value]) => field !== "options" && !(field === "organizer" && value === null),
      );
      expect(made).toMatchObject(Object.fromEntries(same));
      expect(made.options.map(({ id: _, ...option }) => option)).toEqual(options);
    }
    // The contract does not define whether the service accepts null, which polls in responses have.
    expect([...nulls].sort()).toEqual(["conferencing", "description", "location", "organizer", "timeZone"]);
  });
});
