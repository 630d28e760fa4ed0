import type { Answer, GridOption, GridPerson } from "./grid.ts";

/** The part of a poll that matters here. */
export interface PollLike {
  id: string;
  title: string;
  kind: "date" | "time";
  status: string;
  timeZone: string | null;
  inviteUrl: string;
  adminUrl: string;
  options: readonly ({ id: string; date: string } | { id: string; startTime: string; duration: number })[];
}

/** The part of a participant that matters here. */
export interface PersonLike {
  id: string;
  name: string;
  availability: readonly { start: string; end: string; allDay: boolean; modifiers: readonly string[] }[];
}

/** Options in order of time, and each person's answer to every one of them: spans match options by their time. */
export function matchAnswers(
  poll: PollLike,
  participants: readonly PersonLike[],
): { options: GridOption[]; people: GridPerson[] } {
  const keyed = poll.options
    .map((option) => ({ option, key: keyOf(option) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const people = participants.map(({ id, name, availability }) => {
    const answers = new Map(
      availability.map((span): [string, Answer] => [
        span.allDay ? span.start.slice(0, 10) : `${toInstant(span.start)}/${toInstant(span.end)}`,
        span.modifiers.includes("ifNeedBe") ? "m" : "y",
      ]),
    );
    return { id, name, answers: keyed.map(({ key }) => answers.get(key) ?? "-").join("") };
  });
  return {
    options: keyed.map(({ option }) =>
      "date" in option
        ? { id: option.id, date: option.date }
        : { id: option.id, startTime: toInstant(option.startTime), duration: option.duration },
    ),
    people,
  };
}

function keyOf(option: PollLike["options"][number]): string {
  if ("date" in option) return option.date;
  const start = Date.parse(option.startTime);
  return `${new Date(start).toISOString()}/${new Date(start + option.duration * 60_000).toISOString()}`;
}

function toInstant(text: string): string {
  return new Date(Date.parse(text)).toISOString();
}
