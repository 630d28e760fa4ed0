/** The words of the built command: a bundle can fail where the source does not. */
import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const run = (file: string, args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(resolve("node_modules/.bin/node"), [resolve(file), ...args], (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

it.each([
  ["help", 0, "Usage: rallly-connect <command>"],
  ["--help", 0, "Usage: rallly-connect <command>"],
  ["help doctor", 0, "Usage: rallly-connect doctor"],
  ["doctor -h", 0, "Usage: rallly-connect doctor"],
  ["doctor --help", 0, "Usage: rallly-connect doctor"],
  ["help call", 0, "Usage: rallly-connect call"],
  ["help nonsense", 2, 'Unknown command "nonsense".'],
  ["version", 0, "."],
  ["--version", 0, "."],
  ["", 2, "Usage: rallly-connect <command>"],
  ["docter", 2, 'Unknown command "docter". Did you mean doctor?'],
  ["snadbox", 2, "Did you mean sandbox?"],
  ["polls", 2, 'Unknown command "polls".'],
  ["sk_abc_0123456789", 2, "Unknown command.\n"],
  ["constructor", 2, 'Unknown command "constructor".'],
  ["doctor now", 2, "Unknown argument"],
  ["mcp --help", 0, "Usage: rallly-connect mcp"],
  ["mcp --portt 1", 2, "mcp: Unknown option '--portt'. See rallly-connect mcp --help.\n"],
  ["doctor --nope", 2, "Unknown option '--nope'"],
  ["call list_polls --key=sk_live_0123456789abcdef0123", 2, "Unknown option"],
  ["config zed --key sk_live_0123456789abcdef0123", 2, "Unknown option"],
  ["mcp --sk_live_0123456789abcdef0123", 2, "Unknown option '--[key]'"],
  ["config claude", 2, "Name one client"],
  ["sandbox --nonsense", 2, "Unknown option '--nonsense'. See rallly-connect sandbox --help."],
  // sandbox-key
  ["sandbox sk_live_0123456789abcdef0123", 2, "Unknown argument. See rallly-connect sandbox --help."],
  ["sandbox --sk_live_0123456789abcdef0123", 2, "Unknown option '--[key]'"],
])("rallly-connect %s exits with %d and answers in words", async (words, code, text) => {
  const result = await run("dist/cli/main.js", words.split(" ").filter(Boolean));
  expect(result).toMatchObject({ code });
  expect(code === 0 ? result.stdout : result.stderr).toContain(text);
  expect(result.stderr).not.toMatch(/sk_abc|sk_live|at .*\(|is not a function/);
});

it.each([
  ["ends quietly when its reader is gone", "true", 0, /^$/],
  ["fails where its output cannot be written", "cat > /dev/full", 1, /could not be written/],
])("rallly-connect --help %s", async (_, reader, code, text) => {
  const node = `${resolve("node_modules/.bin/node")} ${resolve("dist/cli/main.js")} --help`;
  const line = reader.startsWith("cat")
    ? `${node} ${reader.slice(4)}`
    : `${node} | ${reader}; exit \${PIPESTATUS[0]}`;
  const child = spawnSync("bash", ["-c", line], { encoding: "utf8" });
  expect([child.status, child.stderr]).toEqual([code, expect.stringMatching(text)]);
});
