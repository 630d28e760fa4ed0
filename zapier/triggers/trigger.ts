import type { Trigger } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import type { Run } from "../client.ts";
import { defineStep, type StepTable } from "../define-step.ts";
import { toTriggerError } from "../errors.ts";
import type { Fields, FormOf } from "../input/index.ts";
import { limitSize } from "../output/index.ts";
import { type LogEvent, readLog, type Source } from "./log.ts";

/** What a trigger fires for, and when it happened, in milliseconds. */
export interface Fired<Found> {
  at: number;
  found: Found;
}

interface TriggerTable<Table extends Fields, Found> extends StepTable<Table, Found> {
  /** What the editor shows when a person tests the step: of these the first three. */
  samples: (run: Run, asked: FormOf<Table>) => Promise<NoInfer<Found>[]>;
  /** What happened in the last day. */
  find: (run: Run, asked: FormOf<Table>) => Promise<Fired<NoInfer<Found>>[]>;
}

/** A trigger. Its records are the newest first. */
export function defineTrigger<Table extends Fields, Found>({
  samples,
  find,
  ...table
}: TriggerTable<Table, Found>) {
  const { operation, ...step } = defineStep(
    table,
    async (run, asked, show) => {
      if (run.bundle.meta?.isLoadingSample) return (await samples(run, asked)).slice(0, 3).map(show);
      const fired = (await find(run, asked)).sort((one, other) => other.at - one.at);
      return limitSize(fired.map(({ found }) => show(found)));
    },
    toTriggerError,
  );
  return { ...step, operation: { type: "polling", ...operation } } satisfies Trigger;
}

interface Wanted<Kind extends LogEvent["kind"]> {
  sources: Source[];
  kind: Kind;
  /** Of this poll only. */
  pollId?: string | undefined;
  isWanted?: (event: LogEvent & { kind: Kind }) => boolean;
}

/** The events of one kind, the last one first, each with what it returns. */
export async function listEvents<Kind extends LogEvent["kind"], Found>(
  run: Run,
  { sources, kind, pollId, isWanted = () => true }: Wanted<Kind>,
  createFind: (poll: Poll) => (event: LogEvent & { kind: Kind }) => Found,
): Promise<Fired<Found>[]> {
  if (run.isSwitchOn && pollId !== undefined) await run.client.getPoll({ pollId });
  const { events, polls } = await readLog(run, ...sources);
  const isKind = (event: LogEvent): event is LogEvent & { kind: Kind } => event.kind === kind;
  const wanted = events
    .filter(isKind)
    .filter((event) => (pollId === undefined || event.poll === pollId) && isWanted(event));
  return [...Map.groupBy(wanted, ({ poll }) => poll)]
    .flatMap(([id, own]) => {
      const poll = polls[id]?.poll;
      const find = poll && createFind(poll);
      return find ? own.map((event) => ({ at: event.at, found: find(event) })) : [];
    })
    .reverse();
}
