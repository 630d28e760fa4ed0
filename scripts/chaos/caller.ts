import type { CallerParts } from "./caller-parts.ts";
import { type Ending, observe } from "./observe.ts";

/** A poll that this caller was told it made, and someone who answered it. */
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

/** Makes random calls, one after the other, and writes down what it was told of each. */
export async function runCaller(parts: CallerParts): Promise<void> {
  const { dice, account, budget, vote } = parts;
  const own: OwnPoll[] = [];
  while (budget.left > 0) {
    budget.left -= 1;
    const operation = own.length === 0 ? "create" : dice.pick(operations);
    if (operation === "create") {
      const made = await createOne(parts);
      if (made !== undefined) own.push({ pollId: made.id, participantId: vote(made.id, made.optionId) });
      continue;
    }
    const poll = dice.pick(own);
    if (operation === "delete") {
      own.splice(own.indexOf(poll), 1);
      const ending = await deleteOne(parts, poll);
      account.deletes.push({ id: poll.pollId, told: ending });
    } else {
      await readOne(parts, operation, poll);
    }
  }
}

async function createOne(parts: CallerParts): Promise<{ id: string; optionId: string } | undefined> {
  const { dice, account, nextTitle } = parts;
  const title = nextTitle();
  const timed = { timeZone: "Europe/London", duration: 30, options: [{ startTime: "2099-03-01T09:00:00Z" }] };
  const days = [{ date: "2099-03-01" }, { date: "2099-03-02" }];
  const body =
    dice.roll() < 0.5
      ? { title, kind: "date" as const, options: days }
      : { title, kind: "time" as const, ...timed };
  const ending = await observe(parts, "createPoll", (client, options) => client.createPoll(body, options));
  if (ending.told !== "value") {
    // Before it was sent, an abort gives its own reason; afterwards the client says that the outcome is unknown.
    account.creates.push({ title, told: ending.told === "unknown" ? "unknown" : "failed" });
    return undefined;
  }
  const { data } = ending.value;
  account.creates.push({ title, told: "made", id: data.id });
  if (data.title !== title) account.wrongAnswers.push(`createPoll: another poll than ${title}`);
  return { id: data.id, optionId: data.options[0]?.id ?? "" };
}

async function deleteOne(parts: CallerParts, { pollId }: OwnPoll): Promise<"deleted" | "unknown" | "failed"> {
  const { told } = await observe(parts, "deletePoll", (client, options) =>
    client.deletePoll({ pollId }, options),
  );
  if (told === "value") return "deleted";
  // An aborted delete gives back the caller's reason, whether or not it was sent.
  return told === "failed" ? "failed" : "unknown";
}

async function readOne(
  parts: CallerParts,
  operation: "get" | "list" | "results" | "participants" | "participant" | "openapi",
  { pollId, participantId }: OwnPoll,
): Promise<void> {
  const check = <Value>(ending: Ending<Value>, isRight: (value: Value) => boolean) => {
    if (ending.told === "value" && !isRight(ending.value))
      parts.account.wrongAnswers.push(`${operation} of ${pollId}`);
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
