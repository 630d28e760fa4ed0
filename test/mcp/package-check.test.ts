/** How the check of the package waits for a program that it has started. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startProgram } from "../../scripts/mcp-package/run-host.ts";
import { until } from "../sandbox/until.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rallly-programs-"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Starts a program that prints `output`, writes its pid to a file, and continues. */
const startPrinting = (output: string, expected: RegExp) => {
  const program = `
    const { writeSync, writeFileSync, renameSync } = require("node:fs");
    writeSync(1, ${JSON.stringify(output)});
    writeFileSync("${folder}/half", String(process.pid));
    renameSync("${folder}/half", "${folder}/pid");
    setInterval(() => {}, 1000);`;
  return startProgram([process.execPath, "-e", program], {}, "stdout", expected);
};
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("waiting for a program's line", () => {
  it("kills the program when the line does not come, and reports its output", async () => {
    const failure = startPrinting("another line\n", /^serving/).catch((error: unknown) => error);
    await until(() => existsSync(join(folder, "pid")));
    // What was written before the file lies in the pipe, and the next turns of the loop read it.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    expect(isThere(pid)).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(String(await failure)).toBe("Error: no line like /^serving/ in 60 s: another line\n");
    await until(() => !isThere(pid));
  });

  it("continues once the line has come", async () => {
    const program = await startPrinting("serving here\n", /^serving/);
    expect(program.line).toBe("serving here");
    await until(() => existsSync(join(folder, "pid")));
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    vi.advanceTimersByTime(3_600_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(isThere(pid)).toBe(true);
    await program.stop();
    expect(isThere(pid)).toBe(false);
  });
});
