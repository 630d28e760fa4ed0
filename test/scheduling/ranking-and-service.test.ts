import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient, paginate } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { rankOptions } from "../../src/scheduling/index.ts";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ limits: "none", now: "2027-03-01T12:00:00Z" });
  client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
});
afterAll(() => sandbox.close());

async function expectSameLeaders(pollId: string): Promise<number> {
  const { data: poll } = await client.getPoll({ pollId });
  const { data: participants } = await client.listParticipants({ pollId });
  const { data: results } = await client.getPollResults({ pollId });
  // Before all options: the service does not put past ones last.
  const ranking = rankOptions({ poll, participants, now: 0 });
  const top = results.options.flatMap((option) => (option.isTopChoice ? [option.id] : []));
  expect(ranking.winners.map(({ option }) => option.id).sort()).toEqual(top.sort());
  for (const { option, yes, available } of ranking.options) {
    const votes = results.options.find(({ id }) => id === option.id)?.votes ?? [];
    const count = (type: string) => votes.find((vote) => vote.type === type)?.count ?? 0;
    expect([yes, available]).toEqual([count("yes"), count("yes") + count("ifNeedBe")]);
  }
  return top.length;
}

describe("the best options", () => {
  it("equal the top choices of every demo poll, also with ties and without votes", async () => {
    const leaders: number[] = [];
    for await (const { id } of paginate(client, {})) leaders.push(await expectSameLeaders(id));
    expect(leaders.length).toBeGreaterThan(5);
    expect(leaders).toContain(0);
    expect(Math.max(...leaders)).toBeGreaterThan(1);
  });
});
