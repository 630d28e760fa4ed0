import { createClient } from "../../src/api/index.ts";
import { createSteppedClock } from "../api/stepped-clock.ts";
import { callTool, connectInMemory, openSandbox } from "./harness.ts";
import { until } from "./server-process.ts";

const date = "2037-03-02";

/** A sandbox with one poll, and a clock that moves only on `advance`. */
export async function openWatchedPoll() {
  const sandbox = await openSandbox({ seed: "empty" });
  const clock = createSteppedClock();
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, attempts: 1 });
  let seen = 0;
  const { data: poll } = await client.createPoll({ title: "Team day", kind: "date", options: [{ date }] });
  return {
    sandbox,
    clock,
    client,
    poll,
    /** Adds a response of a person. */
    answer: (name: string, email?: string) =>
      sandbox.vote(poll.id, { name, ...(email ? { email } : {}), choices: { [date]: "yes" } }),
    /** What was read of the poll since the last call, in order. */
    takeReads() {
      const requests = sandbox.requests.slice(seen).filter(({ method }) => method === "GET");
      seen = sandbox.requests.length;
      return requests.map(({ path }) =>
        path.replace(/\?.*$/u, "").replace(`/v1/polls/${poll.id}`, "poll").replace("/v1/", ""),
      );
    },
    /** Resolves when this many calls wait for the next check. */
    waiting: (calls: number) => until(() => clock.sleepers() === (calls === 0 ? 0 : calls + 1)),
  };
}

/** {@link openWatchedPoll} and a host connected to a server on it. `wait` starts a call. */
export async function openWait(options: Parameters<typeof connectInMemory>[0] = {}) {
  const watched = await openWatchedPoll();
  const { client, clock, poll } = watched;
  const host = await connectInMemory({ client, clock, ...options });
  const wait = (input: Record<string, unknown>) =>
    callTool(host, "wait_for_responses", { pollId: poll.id, ...input });
  return { ...watched, host, wait };
}
