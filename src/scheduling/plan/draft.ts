import type { Problem } from "../../problem.ts";
import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import type { ProblemText } from "./errors.ts";
import type { DroppedOption } from "./poll-request.ts";

/** More options are not expanded, so that an error can say how many there are and yet comes soon. */
export const maxExpanded = 5_000;

/** A poll that is being planned: its options, what is wrong with it, and what its person should know. */
export class Draft {
  readonly problems: Problem[] = [];
  readonly notes: Problem[] = [];
  readonly dropped: DroppedOption[] = [];
  readonly #options = new Map<string, { option: OptionTime; path: string }>();

  /** Each option once, by start. */
  get options(): OptionTime[] {
    return [...this.#options.values()].map(({ option }) => option).sort(compareOptionTimes);
  }

  /** Whether there may be more options than these. */
  get isFull(): boolean {
    return this.#options.size >= maxExpanded;
  }

  /** Adds options of one field. Those that are there already get a note. */
  add(path: string, options: readonly OptionTime[]): void {
    const repeated = options.flatMap((option) => {
      const key = Object.values(option).join(" ");
      const before = this.#options.get(key)?.path ?? [];
      if (before.length === 0) this.#options.set(key, { option, path });
      return before;
    });
    const [option] = options;
    const thing = option !== undefined && "date" in option ? "day" : "slot";
    if (repeated.length > 0 && options.length > 1)
      this.noteLeftOut(path, repeated.length, options.length, "the same as others");
    else if (repeated.length > 0)
      this.note(path, `is the same ${thing} as ${repeated[0]}, so it was left out`);
  }

  note(path: string, message: string): void {
    this.notes.push({ path, message });
  }

  noteLeftOut(path: string, count: number, total: number, reason: string): void {
    this.note(path, `${count} of ${total} options were left out, since they are ${reason}`);
  }

  refuse(path: string, problem: ProblemText): void {
    this.problems.push({ path, ...problem });
  }

  refuseIf(isWrong: boolean, path: string, message: string): void {
    if (isWrong) this.refuse(path, { message });
  }
}
