import * as z from "zod";
import type { Participant, Poll } from "../../src/api/web.ts";
import { describeTwice } from "../../src/scheduling/people/find-people.ts";
import { loadPoll } from "../find/poll.ts";
import { createDisplay, type Display } from "../output/display.ts";
import { joinSentences } from "../output/format.ts";
import { describePickedTime, pollShape, toPollSummary } from "../output/poll-output.ts";
import { poll as pollArgument, timeZone } from "./fields.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "./tool.ts";

/** A poll as it was read for one call, and how it is shown. */
export interface ReadPoll {
  poll: Poll;
  /** Empty for a tool without votes. */
  participants: readonly Participant[];
  display: Display;
  now: Date;
}

interface PollTool<In extends z.ZodRawShape, Out extends z.ZodRawShape>
  extends Pick<Tool, "name" | "title" | "summary" | "description" | "meta"> {
  /** The arguments beside poll and timeZone. */
  input: In;
  /** The output fields beside those of every poll. */
  output: Out;
  /** Whether it reads the participants, too. */
  votes: boolean;
  run(
    read: ReadPoll,
    input: z.output<z.ZodObject<In>>,
    context: ToolContext,
  ): ToolResult<object> | Promise<ToolResult<object>>;
}

/** Defines a tool that reads one poll: its result begins with the poll, and ends with what every reader has to know. */
export function definePollTool<In extends z.ZodRawShape, Out extends z.ZodRawShape>({
  votes,
  input,
  output,
  run,
  ...texts
}: PollTool<In, Out>): Tool {
  return defineTool({
    ...texts,
    effect: "read",
    input: z.strictObject({ poll: pollArgument, timeZone, ...input }),
    output: z.looseObject({ ...pollShape, ...output }),
    async run(given, context) {
      const { poll: name, timeZone: zone } = given as { poll: string; timeZone?: string };
      const { client, signal } = context;
      const poll = await loadPoll(name, context);
      const participants = votes ? (await client.listParticipants({ pollId: poll.id }, { signal })).data : [];
      const now = context.now();
      const display = createDisplay(poll, zone, now);
      const result = await run({ poll, participants, display, now }, given as never, context);
      return {
        ...result,
        text: joinSentences(result.text, describeTwice(participants), describePickedTime(poll)),
        data: { ...toPollSummary(poll), ...display.fields, ...result.data } as never,
      };
    },
  });
}
