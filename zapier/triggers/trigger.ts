import type { Poll } from "../../src/api/web.ts";
import { type Run, step } from "../client.ts";
import { toTriggerError } from "../errors.ts";
import { limitSize, type OutputRecord } from "../output/index.ts";
import { type LogEvent, readLog, type Source } from "./log.ts";

/** What a trigger fires for. */
export interface Fired {
  /** When it happened, in milliseconds. */
  at: number;
  record: OutputRecord;
}

/** The function of a trigger: records for the editor, or what happened in the last day, the newest first. */
export const trigger = <Settings>({
  parse,
  samples,
  find,
}: {
  parse: (run: Run) => Settings;
  samples: (run: Run, settings: Settings) => Promise<OutputRecord[]>;
  find: (run: Run, settings: Settings) => Promise<Fired[]>;
}) =>
  step(async (run) => {
    const settings = parse(run);
    if (run.bundle.meta?.isLoadingSample) return (await samples(run, settings)).slice(0, 3);
    const found = await find(run, settings);
    return limitSize(found.sort((one, other) => other.at - one.at).map(({ record }) => record));
  }, toTriggerError);

/** The events of one kind, each with what it returns. */
export async function listEvents<Kind extends LogEvent["kind"]>(
  run: Run,
  { sources, kind, pollId }: { sources: Source[]; kind: Kind; pollId?: string | undefined },
  toRecord: (poll: Poll, event: LogEvent & { kind: Kind }) => OutputRecord | null,
): Promise<Fired[]> {
  if (run.isSwitchOn && pollId !== undefined) await run.client.getPoll({ pollId });
  const { events, polls } = await readLog(run, ...sources);
  const isKind = (event: LogEvent): event is LogEvent & { kind: Kind } => event.kind === kind;
  return events
    .filter(isKind)
    .filter(({ poll }) => pollId === undefined || poll === pollId)
    .flatMap((event) => {
      const poll = polls[event.poll]?.poll;
      const record = poll && toRecord(poll, event);
      return record ? { at: event.at, record } : [];
    })
    .reverse();
}
