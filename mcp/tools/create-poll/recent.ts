import { maxPageSize } from "../../../src/api/send/operations.ts";
import type { Poll } from "../../../src/api/web.ts";
import { ToolError } from "../../failure.ts";
import { foldTitle } from "../../find/poll.ts";
import { pluralize } from "../../output/format.ts";
import { toPollRow } from "../../output/poll-output.ts";
import type { ToolContext } from "../../tool.ts";
import { choose, hasChosen } from "../../view/draft.ts";
import { recentMs } from "../../view/plan.ts";
import { type PlanSource, toResult } from "./result.ts";

/** A poll that may be the one that a call is about. */
interface Recent {
  poll: Poll;
  minutes: number;
  sameOptions: boolean;
}

/** A poll of this title that is so young that a host may have repeated the call, or a model called again: first one with these options. */
export async function findRecent(
  { plan, copied }: Pick<PlanSource, "plan" | "copied">,
  { client, signal }: ToolContext,
): Promise<Recent | undefined> {
  const title = foldTitle(plan.body.title);
  const { data } = await client.listPolls({ limit: maxPageSize }, { signal });
  // By the clock of the service, which stamps the polls.
  const getAge = ({ createdAt }: Poll) => client.now() - Date.parse(createdAt);
  const recent = data
    .filter((each) => foldTitle(each.title) === title && getAge(each) < recentMs && each.id !== copied?.id)
    .map((poll) => ({
      poll,
      minutes: Math.max(0, Math.floor(getAge(poll) / 60_000)),
      sameOptions: hasChosen(poll.options, choose(plan.options)),
    }));
  return recent.find(({ sameOptions }) => sameOptions) ?? recent[0];
}

export function describeRecent({ poll, minutes, sameOptions }: Recent): string {
  const status = poll.status === "open" ? "" : `, is ${poll.status},`;
  const options = sameOptions ? "the same options" : "other options";
  return `poll ${poll.id} of the same title is ${pluralize(minutes, "minute")} old${status} and has ${options}`;
}

/** The result of a call that created nothing, because its poll exists. Throws the question about one with other options. */
export function reportRecent(recent: Recent, about: PlanSource) {
  const { poll, sameOptions } = recent;
  const { inviteUrl, adminUrl, participantCount } = poll;
  const found = `Nothing was created: ${describeRecent(recent)}.`;
  const answers = participantCount > 0 ? `, with its ${pluralize(participantCount, "answer")}` : "";
  const replace = `A poll cannot be edited: to correct it, the person deletes it at adminUrl${answers}, before the next call.`;
  const what = [found, replace, "For another poll beside it, pass again: true."];
  if (!sameOptions)
    throw new ToolError(
      { what, model: "Ask the person whether this call corrects it, or is about another poll." },
      { existing: { ...toPollRow(poll), inviteUrl, adminUrl } },
      { kind: "exists", inviteUrl, adminUrl },
    );
  const exists =
    "Tell the person that it exists; its texts and settings may be others than those of this call.";
  return toResult([...what, exists], poll, about, "exists", { existing: true, sameOptions });
}
