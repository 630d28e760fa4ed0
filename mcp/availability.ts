import type { Availability, Participant, Poll, PollOption } from "../src/api/schemas.ts";
import type { PollMoment } from "./moment.ts";

/** Which options a person can make, as positions in the poll's list counted from 1. */
export interface Answers {
  can: number[];
  ifNeedBe: number[];
}

/**
 * Matches a person's spans to the poll's options by their time. A modifier we do not know still means available, as
 * the service promises.
 */
export function readAnswers(poll: Poll, participant: Participant): Answers {
  const spans = new Map(participant.availability.map((span) => [keyOfSpan(span), span]));
  const answers: Answers = { can: [], ifNeedBe: [] };
  const options: PollOption[] = poll.options;
  options.forEach((option, index) => {
    const span = spans.get(keyOfOption(option));
    if (span === undefined) return;
    (span.modifiers.includes("ifNeedBe") ? answers.ifNeedBe : answers.can).push(index + 1);
  });
  return answers;
}

/** Positions in few characters: `1-3,7`. */
export function compactPositions(positions: number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === position) last[1] = position;
    else runs.push([position, position]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

function keyOfSpan(span: Availability): string {
  // A whole day is floating: its date is written in the start, and is never converted.
  if (span.allDay) return span.start.slice(0, 10);
  return `${Date.parse(span.start)}/${Date.parse(span.end)}`;
}

function keyOfOption(option: PollMoment): string {
  if ("date" in option) return option.date;
  const start = Date.parse(option.startTime);
  return `${start}/${start + option.duration * 60_000}`;
}
