/** The client beside the platform's fetch. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createClient } from "../../src/api/index.ts";

type Call = () => Promise<unknown>;

const at = (hours: number) => new Date(Date.UTC(2037, 2, 1) + hours * 3_600_000).toISOString();
const numbers = (length: number) => Array.from({ length }, (_, index) => index);

/** A poll with so many slots, as the service responds with it. */
export const makePoll = (options: number) => ({
  ...{ id: "p1", title: "Bench", description: null, location: null, conferencing: null, timeZone: "UTC" },
  ...{ status: "open", kind: "time", createdAt: at(-9), updatedAt: at(-9), participantCount: 1000 },
  organizer: { id: "u1", name: "Ada", email: "ada@example.com", image: null },
  ...{ requireEmail: false, hideParticipants: false, hideScores: false },
  ...{ disableComments: true, allowTentativeVotes: true },
  options: numbers(options).map((hour) => ({ id: `o${hour}`, startTime: at(hour), duration: 60 })),
  adminUrl: "https://app.example.com/poll/p1",
  inviteUrl: "https://app.example.com/invite/p1",
});

const participants = numbers(1000).map((index) => ({
  ...{ id: `a${index}`, name: `Person ${index}`, email: null, createdAt: at(index / 3_600) },
  availability: numbers(10).map((hour) => {
    return { start: at(hour), end: at(hour + 1), allDay: false, modifiers: [] };
  }),
}));

/** Serves texts by path, which arrive on stdin as JSON. Prints its port. */
const serve = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
const bodies = JSON.parse(await text(process.stdin));
const server = createServer(({ url }, response) => {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(bodies[url]) };
  response.writeHead(200, headers).end(bodies[url]);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/** Compares calls of the client with the platform's fetch: pairs of batches in turn, because a slow moment changes both. */
export async function measureClient() {
  const server = spawn(process.execPath, ["--input-type=module", "--eval", serve]);
  const bodies = { "/v1/polls/p1": makePoll(10), "/v1/polls/p1/participants": participants };
  const texts = Object.entries(bodies).map(([path, data]) => [path, JSON.stringify({ data })]);
  server.stdin.end(JSON.stringify(Object.fromEntries(texts)));
  const [port] = await once(createInterface({ input: server.stdout }), "line");
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const client = createClient({ apiKey: "sk_bench_0123456789abcdef", baseUrl });
  const pollId = "p1";
  const headers = { authorization: "Bearer bench", accept: "application/json" };
  const load = async (path: string) => JSON.parse(await (await fetch(baseUrl + path, { headers })).text());
  const getPoll = () => client.getPoll({ pollId });
  const fetchPoll = () => load("/polls/p1");
  const list = () => client.listParticipants({ pollId });
  const compared = {
    "getPoll beside fetch, in turn": { own: inTurn(getPoll), other: inTurn(fetchPoll), budget: 1.1 },
    "getPoll beside fetch, 16 at once": { own: atOnce(getPoll), other: atOnce(fetchPoll), budget: 1.05 },
    "1,000 participants beside fetch": {
      own: list,
      other: () => load("/polls/p1/participants"),
      budget: 1.25,
    },
  };
  const rows: { figure: string; value: number; unit: string; budget: number }[] = [];
  for (const [figure, { own, other, budget }] of Object.entries(compared)) {
    const runs = [await compare(own, other), await compare(own, other), await compare(own, other)];
    rows.push({ figure, value: median(runs), unit: "times", budget });
  }
  server.kill();
  return rows;
}

const inTurn = (call: Call) => async () => {
  for (let count = 0; count < 64; count += 1) await call();
};

const atOnce = (call: Call) => async () => {
  for (let count = 0; count < 8; count += 1) await Promise.all(Array.from({ length: 16 }, call));
};

/** The median of how many times as long one takes as the other. */
async function compare(own: Call, other: Call): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < 45; round += 1) {
    const isFirst = round % 2 === 0;
    const first = await time(isFirst ? own : other);
    const second = await time(isFirst ? other : own);
    ratios.push(isFirst ? first / second : second / first);
  }
  // The first rounds compile.
  return median(ratios.slice(5));
}

async function time(run: Call): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}
