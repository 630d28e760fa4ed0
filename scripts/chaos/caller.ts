import { inspect } from "node:util";
import { NotSentError, RalllyError } from "../../src/api/index.ts";
import type { Account, CreateRecord } from "./account.ts";
import type { Connection } from "./connection.ts";
import type { Dice } from "./dice.ts";

/** What one caller needs to make its calls and to write down what it was told. */
export interface CallerParts {
  connection: Connection;
  dice: Dice;
  account: Account;
  /** Taken down by one before each call; the caller stops at 0. */
  budget: { left: number };
  /** Titles for creates: mostly new ones, now and then one that another caller uses too. */
  nextTitle: () => string;
  /** Milliseconds a call may take, the machine's own delays allowed for. */
  longest: () => number;
  apiKey: string;
}

const operations = [
  "create",
  "create",
  "create",
  "get",
  "list",
  "results",
  "participants",
  "delete",
] as const;

/** Makes random calls, one after the other, and writes down what it was told of each. */
export async function runCaller(parts: CallerParts): Promise<void> {
  const { connection, dice, account, budget } = parts;
  const own: string[] = [];
  while (budget.left > 0) {
    budget.left -= 1;
    const { client } = connection.current();
    const operation = own.length === 0 ? "create" : dice.pick(operations);
    const pollId = own.length === 0 ? "" : dice.pick(own);
    if (operation === "create") {
      const record = await createOne(parts);
      if (record.id !== undefined) own.push(record.id);
    } else if (operation === "delete") {
      own.splice(own.indexOf(pollId), 1);
      const told = await settle(parts, "deletePoll", () => client.deletePoll({ pollId }));
      account.deletes.push({ id: pollId, told: "value" in told ? "deleted" : told.failed });
    } else if (operation === "list") {
      await settle(parts, "listPolls", () => client.listPolls({ limit: dice.pick([1, 20, 100]) }));
    } else {
      await readOne(parts, operation, pollId);
    }
  }
}

async function createOne(parts: CallerParts): Promise<CreateRecord> {
  const { connection, dice, account, nextTitle } = parts;
  const { client } = connection.current();
  const title = nextTitle();
  const time = {
    kind: "time" as const,
    timeZone: "Europe/London",
    duration: 30,
    options: [{ startTime: "2099-03-01T09:00:00Z" }],
  };
  const date = { kind: "date" as const, options: [{ date: "2099-03-01" }, { date: "2099-03-02" }] };
  const body = { title, description: "Chaos", ...(dice.roll() < 0.5 ? date : time) };
  const told = await settle(parts, "createPoll", () => client.createPoll(body));
  const record: CreateRecord =
    "value" in told ? { title, told: "made", id: told.value.data.id } : { title, told: told.failed };
  if ("value" in told && told.value.data.title !== title)
    account.wrongAnswers.push(`createPoll: another poll than ${title}`);
  account.creates.push(record);
  return record;
}

async function readOne(parts: CallerParts, operation: "get" | "results" | "participants", pollId: string) {
  const { connection, account } = parts;
  const { client } = connection.current();
  if (operation === "get") {
    const told = await settle(parts, "getPoll", () => client.getPoll({ pollId }));
    if ("value" in told && told.value.data.id !== pollId)
      account.wrongAnswers.push(`getPoll: another poll than ${pollId}`);
  } else if (operation === "results") {
    const told = await settle(parts, "getPollResults", () => client.getPollResults({ pollId }));
    if ("value" in told && told.value.data.pollId !== pollId)
      account.wrongAnswers.push(`getPollResults: not of ${pollId}`);
  } else {
    const told = await settle(parts, "listParticipants", () => client.listParticipants({ pollId }));
    if ("value" in told && told.value.data.length > 0)
      account.wrongAnswers.push(`listParticipants: nobody voted in ${pollId}`);
  }
}

type Told<Value> = { value: Value } | { failed: "unknown" | "failed" };

/** Makes one call and judges how it ended: in time, with an error that says what is known, without the key. */
async function settle<Value>(
  parts: CallerParts,
  name: string,
  call: () => Promise<Value>,
): Promise<Told<Value>> {
  const { account, apiKey, connection, longest } = parts;
  const { generation } = connection.current();
  const begun = performance.now();
  let told: Told<Value>;
  let ending: string;
  try {
    told = { value: await call() };
    ending = "ok";
  } catch (error) {
    const outcome = error instanceof RalllyError ? error.outcome : "no RalllyError";
    told = { failed: outcome === "unknown" ? "unknown" : "failed" };
    ending = outcome;
    // Told to come back in years, a client rightly sends nothing more. Whoever runs it starts another.
    if (error instanceof NotSentError && error.retryAfterMs !== undefined) connection.renew(generation);
    if (!(error instanceof RalllyError)) account.wrongAnswers.push(`${name} threw ${String(error)}`);
    if (showEverything(error).includes(apiKey)) account.leaks.push(`${name}: ${String(error)}`);
  }
  const took = performance.now() - begun;
  if (took > longest()) account.overdue.push(`${name} took ${Math.round(took)} ms`);
  const line = `${name} ${ending}`;
  account.outcomes.set(line, (account.outcomes.get(line) ?? 0) + 1);
  return told;
}

function showEverything(error: unknown): string {
  const stack = error instanceof Error ? error.stack : "";
  return [
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(error),
    stack,
    String(error),
  ].join("\n");
}
