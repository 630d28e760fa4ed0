import type { Shell } from "../../cli/options.ts";

/** The pipes of a command that a test runs: what it has written so far, and what stdin holds. */
export function openShell(stdin = "") {
  const written = { stdout: "", stderr: "" };
  const shell: Shell = {
    out: (text) => {
      written.stdout += text;
    },
    err: (text) => {
      written.stderr += text;
    },
    read: async () => stdin,
  };
  return { shell, written };
}
