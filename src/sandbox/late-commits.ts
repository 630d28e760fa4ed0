/** Requests whose callers have met their fault already and which are still to be carried out. */
export interface LateCommits {
  /** Carries one out after so many milliseconds of the machine's clock, whatever the sandbox's own clock reads. */
  schedule(commit: () => Promise<void>, milliseconds: number): void;
  /** Carries all of them out now, in the order in which they came. */
  carryOutAll(): Promise<void>;
  /** Forgets them. */
  close(): void;
}

/** Keeps what is to be carried out late; nothing is carried out twice. */
export function createLateCommits(): LateCommits {
  let isClosed = false;
  const waiting = new Map<() => Promise<void>, NodeJS.Timeout>();
  return {
    schedule(commit, milliseconds) {
      if (isClosed) return;
      let begun: Promise<void> | undefined;
      const run = () => {
        begun ??= commit().finally(() => waiting.delete(run));
        return begun;
      };
      waiting.set(run, setTimeout(run, milliseconds));
    },
    async carryOutAll() {
      for (const [run, timer] of [...waiting]) {
        clearTimeout(timer);
        await run();
      }
    },
    close() {
      isClosed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
