import * as z from "zod";
import type { Participant } from "../../src/api/web.ts";
import type { PersonQuery } from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/identity.ts";
import { loadPoll } from "../find/poll.ts";
import { createDisplay, type Display } from "../output/display.ts";
import { describePickedTime, type FoundPoll, toPollSummary } from "../output/poll-output.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../tool.ts";
import { poll as pollArgument, timeZone } from "./fields.ts";

/** A poll as it was read for one call, and how it is shown. */
export interface ReadPoll {
  poll: FoundPoll;
  /** Empty for a tool without votes. */
  participants: Participant[];
  display: Display;
  now: Date;
}

/** The arguments of every tool about one poll. */
interface PollArguments {
  poll: string;
  timeZone?: string | undefined;
}

/** The result of a tool about one poll. */
interface PollToolResult extends ToolResult<object> {
  /** The answers that the result is about, if not all of them. */
  about?: readonly Participant[] | undefined;
  /** The people whom the arguments name. */
  named?: readonly PersonQuery[];
}

interface PollTool<In extends z.ZodRawShape, Out extends z.ZodRawShape>
  extends Pick<Tool, "name" | "title" | "summary" | "description" | "meta"> {
  /** The arguments beside {@link PollArguments}. */
  input: In;
  /** The output fields beside those of every poll. */
  output: Out;
  /** Whether it reads the participants, too. */
  votes: boolean;
  /** What counts where somebody answered twice. Default: the last answer. */
  counts?: string;
  run(
    read: ReadPoll,
    input: z.output<z.ZodObject<In>> & PollArguments,
    context: ToolContext,
  ): PollToolResult | Promise<PollToolResult>;
}

/**
 * Defines a tool that reads one poll. Its data begins with the poll. Its text says first that a time has been picked, so that the
 * leading option is not mistaken for it, and last that somebody answered twice.
 */
export function definePollTool<In extends z.ZodRawShape, Out extends z.ZodRawShape>({
  input,
  output,
  votes,
  counts,
  run,
  ...listed
}: PollTool<In, Out>): Tool {
  return defineTool({
    ...listed,
    effect: "read",
    input: z.strictObject({ poll: pollArgument, ...input, timeZone }),
    output: z.looseObject({ id: z.string(), title: z.string(), ...output }),
    async run(given, context) {
      const asked = given as z.output<z.ZodObject<In>> & PollArguments;
      const { client, signal } = context;
      const poll = await loadPoll(asked.poll, context);
      const participants = votes ? (await client.listParticipants({ pollId: poll.id }, { signal })).data : [];
      const now = context.now();
      const display = createDisplay(poll, asked.timeZone, now);
      const result = await run({ poll, participants, display, now }, asked, context);
      const { text, data, meta, about = participants, named } = result;
      return {
        text: [describePickedTime(poll), ...[text].flat(), describeTwice(about, { counts, listed: named })],
        data: { ...toPollSummary(poll, poll.others), ...display.fields, ...data } as never,
        ...(meta && { meta }),
      };
    },
  });
}
