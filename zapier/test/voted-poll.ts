/** A poll of three mornings with four responses, for Find Best Time. */
import App from "../../zapier/index.ts";
import type { startHarness } from "./harness.ts";

type Harness = ReturnType<typeof startHarness>;

/** The output of a step that has an id. */
export type Output = Record<string, unknown> & { id: string };

/** The name, the address and the votes of a response. An option without a vote is unanswered. */
export type Response = [
  name: string,
  email: string | undefined,
  choices: Record<string, "yes" | "ifNeedBe" | "no">,
];

/** Runs Find Best Time. */
export const findBestTime = (harness: Harness, inputData: Record<string, unknown>) =>
  harness.run<Output[]>(App.searches.find_best_time, { inputData, meta: {} });

/** The id of the response with this name, as Find Response returns it. Empty when there is none. */
export async function findResponseId(harness: Harness, poll: Output, name: string): Promise<string> {
  const [found] = await harness.run<Output[]>(App.searches.find_response, {
    inputData: { poll: poll.id, person: name },
    meta: {},
  });
  return found?.id ?? "";
}

/** Adds a response to a poll. */
export const addResponse = (harness: Harness, poll: Output, ...[name, email, choices]: Response) =>
  harness.sandbox.vote(poll.id, { name, ...(email && { email }), choices });

/** Creates the poll, with its responses. */
export async function createVotedPoll(harness: Harness): Promise<Output> {
  const poll = await harness.run<Output>(App.creates.create_poll, {
    inputData: {
      title: "Planning",
      kind: "time",
      duration: 60,
      time_zone: "Asia/Kolkata",
      times: ["2027-03-01 09:00", "2027-03-02 09:00", "2027-03-03 09:00"],
    },
    meta: {},
  });
  const ids = (poll["options"] as { id: string }[]).map(({ id }) => id);
  const [mon, tue, wed] = ids as [string, string, string];
  addResponse(harness, poll, "Ada Lovelace", "ada@example.com", {
    [mon]: "yes",
    [tue]: "yes",
    [wed]: "ifNeedBe",
  });
  addResponse(harness, poll, "Ben", "ben@example.com", { [mon]: "yes", [tue]: "ifNeedBe" });
  addResponse(harness, poll, "Cleo", undefined, { [mon]: "yes", [wed]: "yes" });
  addResponse(harness, poll, "Ada Byron", "byron@example.com", { [tue]: "yes" });
  return poll;
}
