import type { Writable } from "node:stream";

/** The progress of a command, on stderr. */
export interface Progress {
  /** Sets how much is done, and what runs now. */
  set(done: number, current?: string): void;
  /** Adds to the total. */
  expect(more: number): void;
  /** Prints a line on stdout, above the progress. */
  log(line: string): void;
  /** Removes the progress line. */
  end(): void;
}

/** Where and how progress is shown. */
export interface ProgressOutput {
  out: Writable;
  err: Writable & { columns?: number | undefined };
  /** Whether one line is updated. Otherwise plain lines are printed from time to time. */
  isTerminal: boolean;
}

const terminalIntervalMs = 250;

/** Below the ten minutes after which some CI systems end a command without output, and long enough to keep a log short. */
const plainIntervalMs = 30_000;

/** Whether a person watches: not in CI and not with NO_TTY. */
function isWatched(env: NodeJS.ProcessEnv): boolean {
  return process.stderr.isTTY === true && !env["CI"] && !env["NO_TTY"];
}

const defaultOutput = (): ProgressOutput => ({
  out: process.stdout,
  err: process.stderr,
  isTerminal: isWatched(process.env),
});

/**
 * Shows the progress of a command that takes longer than five seconds: one updated line on a terminal, and elsewhere a plain
 * line every half a minute.
 */
export function startProgress(expected: number, unit: string, output = defaultOutput()): Progress {
  const { out, err, isTerminal } = output;
  const start = performance.now();
  let [done, total, current] = [0, expected, ""];
  const format = () => {
    const seconds = Math.floor((performance.now() - start) / 1000);
    const elapsed = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    return [`${done} of ${total} ${unit}`, current, elapsed].filter((part) => part !== "").join(", ");
  };
  const clear = () => {
    if (isTerminal) err.write("\r\u001b[2K");
  };
  const draw = () => {
    // A wrapped line could not be cleared.
    if (isTerminal) err.write(`\r\u001b[2K${format().slice(0, (err.columns ?? 80) - 1)}`);
    else err.write(`${format()}\n`);
  };
  const timer = setInterval(draw, isTerminal ? terminalIntervalMs : plainIntervalMs);
  timer.unref();
  return {
    set(count, text = "") {
      done = count;
      const isOther = text !== current;
      current = text;
      // A step that blocks the event loop delays the timer.
      if (isTerminal && isOther) draw();
    },
    expect(more) {
      total += more;
    },
    log(line) {
      clear();
      out.write(`${line}\n`);
    },
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

/** Runs a named step of a command and prints its result. Rethrows what the step throws. */
export type Step = <Result>(name: string, act: () => Promise<Result> | Result) => Promise<Result>;

/** The steps of a command. */
export interface Steps extends Pick<Progress, "log" | "expect"> {
  step: Step;
}

/** Runs the steps of a command, with progress and a line `ok  name` for each. `total` is the expected number of steps. */
export async function runSteps(
  total: number,
  act: (steps: Steps) => Promise<void>,
  output?: ProgressOutput,
): Promise<void> {
  const progress = startProgress(total, "steps", output);
  let done = 0;
  const step: Step = async (name, run) => {
    progress.set(done, name);
    try {
      const result = await run();
      progress.log(`ok  ${name}`);
      return result;
    } catch (error) {
      progress.log(`FAIL  ${name}`);
      throw error;
    } finally {
      done += 1;
    }
  };
  try {
    await act({ ...progress, step });
  } finally {
    progress.end();
  }
}
