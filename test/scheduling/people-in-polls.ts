/** Small polls and votes for tests. */
import type { RankablePerson } from "../../src/scheduling/index.ts";

/** A slot at an hour of 1 March 2027, UTC. */
export function slot(hour: number, duration = 60) {
  return {
    id: `at-${hour}-${duration}`,
    startTime: new Date(Date.UTC(2027, 2, 1, hour)).toISOString(),
    duration,
  };
}

/** A day of March 2027. */
export function dayOption(day: number) {
  return { id: `day-${day}`, date: `2027-03-${String(day).padStart(2, "0")}` };
}

/** A person whose votes are digits of `voteCodes`, one for each option: "210" is yes, if need be, no or unanswered. */
export function person(
  name: string,
  votes: string,
  options: readonly (ReturnType<typeof slot> | ReturnType<typeof dayOption>)[],
  email: string | null = null,
): RankablePerson {
  const availability = options.flatMap((option, index) => {
    const vote = votes[index];
    if (vote !== "2" && vote !== "1") return [];
    const start = Date.parse("date" in option ? option.date : option.startTime);
    const minutes = "date" in option ? 1440 : option.duration;
    const [from, to] = [new Date(start).toISOString(), new Date(start + minutes * 60_000).toISOString()];
    return [{ start: from, end: to, allDay: "date" in option, modifiers: vote === "1" ? ["ifNeedBe"] : [] }];
  });
  return { id: `id-${name}`, name, email, availability };
}

/** A moment before every option above. */
export const before = Date.UTC(2027, 1, 1);
