import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runSteps, startProgress } from "../../scripts/progress.ts";

/** Collects what is written. */
function collect(columns?: number) {
  let text = "";
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  return Object.assign(stream, { columns, text: () => text });
}

const clear = "\r\u001b[2K";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("progress on a terminal", () => {
  it("updates one line with count, current step and time, and removes it", () => {
    const [out, err] = [collect(), collect(60)];
    const progress = startProgress(3, "figures", { out, err, isTerminal: true });
    progress.set(1, "ranking");
    vi.advanceTimersByTime(61_250);
    expect(err.text().split(clear).at(-1)).toBe("1 of 3 figures, ranking, 1 min 1 s");
    expect(err.text()).not.toContain("\n");
    progress.log("ok  client");
    expect(err.text().endsWith(clear)).toBe(true);
    expect(out.text()).toBe("ok  client\n");
    progress.end();
    const before = err.text();
    vi.advanceTimersByTime(10_000);
    expect(err.text()).toBe(before);
  });

  it("shortens a line that the terminal would wrap", () => {
    const err = collect(20);
    const progress = startProgress(3, "steps", { out: collect(), err, isTerminal: true });
    progress.set(1, "a step with a long name");
    vi.advanceTimersByTime(250);
    progress.end();
    for (const line of err.text().split(clear)) expect(line.length).toBeLessThan(20);
  });
});

describe("progress elsewhere", () => {
  it("prints a plain line every half a minute", () => {
    const err = collect();
    const progress = startProgress(2000, "calls", { out: collect(), err, isTerminal: false });
    progress.set(700);
    vi.advanceTimersByTime(61_000);
    progress.end();
    expect(err.text()).toBe("700 of 2000 calls, 30 s\n700 of 2000 calls, 1 min 0 s\n");
  });
});

describe("runSteps", () => {
  it("prints a line for each step and returns what the steps return", async () => {
    const [out, err] = [collect(), collect()];
    await runSteps(
      1,
      async ({ step, expect: add }) => {
        add(1);
        expect(await step("build", () => 1)).toBe(1);
        const slow = step("check", async () => {
          vi.advanceTimersByTime(30_000);
        });
        await slow;
      },
      { out, err, isTerminal: false },
    );
    expect(out.text()).toBe("ok  build\nok  check\n");
    expect(err.text()).toBe("1 of 2 steps, check, 30 s\n");
  });

  it("names the step that fails and rethrows its error", async () => {
    const out = collect();
    const run = runSteps(
      1,
      async ({ step }) => {
        await step("check", () => {
          throw new Error("no zip");
        });
      },
      { out, err: collect(), isTerminal: false },
    );
    await expect(run).rejects.toThrow("no zip");
    expect(out.text()).toBe("FAIL  check\n");
  });
});
