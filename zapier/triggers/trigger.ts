import { type Run, step } from "../client.ts";
import { toTriggerError } from "../errors.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** No event is new for longer, in milliseconds. */
export const dayMs = 24 * hourMs;

/** Something that a trigger fires for. Zapier fires once for each id. */
export interface TriggerEvent {
  /** When it happened, in milliseconds. */
  at: number;
  record: OutputRecord;
}

/**
 * The function of a trigger: records for the editor, or what happened lately, the newest first. Events of one moment keep
 * their order.
 */
export const trigger = ({
  samples,
  events,
}: {
  samples: (run: Run) => Promise<OutputRecord[]>;
  events: (run: Run) => Promise<TriggerEvent[]>;
}) =>
  step(async (run) => {
    if (run.bundle.meta?.isLoadingSample) return (await samples(run)).slice(0, 3);
    const found = await events(run);
    return limitSize(found.sort((one, other) => other.at - one.at).map(({ record }) => record));
  }, toTriggerError);
