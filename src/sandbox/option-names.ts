import { ControlError } from "./control-error.ts";
import type { Option, StoredPoll } from "./model.ts";

/** What people call an option: its date or its start in UTC, or its id when another option starts at the same time. */
export function nameOption(poll: StoredPoll, option: Option): string {
  if ("date" in option) return option.date;
  const { startTime } = option;
  const twins = poll.options.filter((other) => "startTime" in other && other.startTime === startTime);
  return twins.length > 1 ? option.id : startTime;
}

/** The option that somebody names by its id, its date or its start as an instant. Throws a ControlError for none. */
export function findOption(poll: StoredPoll, name: string): Option {
  // Without a zone a time would be read in this machine's, which is nobody's.
  const instant = /(Z|[+-]\d{2}:?\d{2})$/i.test(name) ? Date.parse(name) : Number.NaN;
  const option = poll.options.find(
    (candidate) =>
      candidate.id === name ||
      ("date" in candidate ? candidate.date === name : Date.parse(candidate.startTime) === instant),
  );
  if (option !== undefined) return option;
  const names = poll.options.map((candidate) => nameOption(poll, candidate)).join(", ");
  throw new ControlError(400, `the poll has no option ${name}; its options are ${names}`);
}
