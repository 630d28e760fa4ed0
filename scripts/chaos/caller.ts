import type { CallerParts } from "./caller-parts.ts";
import { type CallOutcome, observe } from "./observe.ts";

/** A poll that this caller was reported it made, and someone who answered it. */
interface OwnPoll {
  pollId: string;
  participantId: string;
}

const operations = [
  "create",
  "create",
  "create",
  "get",
  "list",
  "results",
  "participants",
  "participant",
  "openapi",
  "delete",
] as const;

/** Makes random calls, one after the other, and writes down what it was reported of each. */
export async function runCaller(parts: CallerParts): Promise<void> {
  const { random, ledger, budget, vote } = parts;
  const own: OwnPoll[] = [];
  while (budget.left > 0) {
    budget.left -= 1;
    const operation = own.length === 0 ? "create" : random.pick(operations);
    if (operation === "create") {
      const made = await createOne(parts);
      if (made !== undefined) own.push({ pollId: made.id, participantId: vote(made.id, made.optionId) });
      continue;
    }
    const poll = random.pick(own);
    if (operation === "delete") {
      own.splice(own.indexOf(poll), 1);
      const outcome = await deleteOne(parts, poll);
      ledger.deletes.push({ id: poll.pollId, reported: outcome });
    } else {
      await readOne(parts, operation, poll);
    }
  }
}

async function createOne(parts: CallerParts): Promise<{ id: string; optionId: string } | undefined> {
  const { random, ledger, nextTitle } = parts;
  const title = nextTitle();
  const timed = { timeZone: "Europe/London", duration: 30, options: [{ startTime: "2099-03-01T09:00:00Z" }] };
  const days = [{ date: "2099-03-01" }, { date: "2099-03-02" }];
  const body =
    random.next() < 0.5
      ? { title, kind: "date" as const, options: days }
      : { title, kind: "time" as const, ...timed };
  const outcome = await observe(parts, "createPoll", (client, options) => client.createPoll(body, options));
  if (outcome.reported !== "value") {
    // Before it was sent, an abort gives its own reason; afterwards the client says that the outcome is unknown.
    ledger.creates.push({ title, reported: outcome.reported === "unknown" ? "unknown" : "failed" });
    return undefined;
  }
  const { data } = outcome.value;
  ledger.creates.push({ title, reported: "made", id: data.id });
  if (data.title !== title) ledger.wrongResponses.push(`createPoll: another poll than ${title}`);
  return { id: data.id, optionId: data.options[0]?.id ?? "" };
}

async function deleteOne(parts: CallerParts, { pollId }: OwnPoll): Promise<"deleted" | "unknown" | "failed"> {
  const { reported } = await observe(parts, "deletePoll", (client, options) =>
    client.deletePoll({ pollId }, options),
  );
  if (reported === "value") return "deleted";
  // An aborted delete gives back the caller's reason, whether or not it was sent.
  return reported === "failed" ? "failed" : "unknown";
}

async function readOne(
  parts: CallerParts,
  operation: "get" | "list" | "results" | "participants" | "participant" | "openapi",
  { pollId, participantId }: OwnPoll,
): Promise<void> {
  const check = <Value>(outcome: CallOutcome<Value>, isRight: (value: Value) => boolean) => {
    if (outcome.reported === "value" && !isRight(outcome.value))
      parts.ledger.wrongResponses.push(`${operation} of ${pollId}`);
  };
  switch (operation) {
    case "get":
      check(
        await observe(parts, "getPoll", (client, options) => client.getPoll({ pollId }, options)),
        ({ data }) => data.id === pollId && data.participantCount === 1,
      );
      return;
    case "list":
      check(
        await observe(parts, "listPolls", (client, options) => client.listPolls({ limit: 20 }, options)),
        ({ data }) => data.length > 0 && data.length <= 20,
      );
      return;
    case "results":
      check(
        await observe(parts, "getPollResults", (client, options) =>
          client.getPollResults({ pollId }, options),
        ),
        ({ data }) => data.pollId === pollId && data.options.some(({ isTopChoice }) => isTopChoice),
      );
      return;
    case "participants":
      check(
        await observe(parts, "listParticipants", (client, options) =>
          client.listParticipants({ pollId }, options),
        ),
        ({ data }) => data.map(({ id }) => id).join() === participantId,
      );
      return;
    case "participant":
      check(
        await observe(parts, "getParticipant", (client, options) =>
          client.getParticipant({ pollId, participantId }, options),
        ),
        ({ data }) => data.id === participantId,
      );
      return;
    case "openapi":
      check(
        await observe(parts, "getOpenApi", (client, options) => client.getOpenApi({}, options)),
        ({ openapi }) => openapi === "3.1.0",
      );
  }
}
