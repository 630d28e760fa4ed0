/**
 * Runs the conformance suites of the protocol against the built server over HTTP, with the scenarios that need no fixture
 * in the server. Exits non-zero when one fails.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolvePackageFile, runNode, startBuiltServer } from "./mcp/programs.ts";
import { startProgress } from "./progress.ts";

const common = ["tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"];
const handshake = ["server-initialize", "ping", ...common];

// Without `server-stateless`, because four of its checks call diagnostic tools that a real server does not have.
const modern = [...common, "caching", "http-header-validation", "sep-2164-resource-not-found"];

const runs = [
  { suite: "@modelcontextprotocol/conformance", flags: [], scenarios: handshake },
  { suite: "conformance-next", flags: ["--spec-version", "2025-11-25"], scenarios: handshake },
  { suite: "conformance-next", flags: ["--spec-version", "2026-07-28"], scenarios: modern },
];

const served = await startBuiltServer();
const output = await mkdtemp(join(tmpdir(), "conformance-"));
let [passed, failed] = [0, 0];
const progress = startProgress(runs.flatMap(({ scenarios }) => scenarios).length, "scenarios");
try {
  for (const { suite, flags, scenarios } of runs) {
    for (const scenario of scenarios) {
      const label = [suite, ...flags.slice(1), scenario].join(" ");
      progress.set(passed + failed, label);
      const program = resolvePackageFile(suite, "dist/index.js");
      const args = [program, "server", "--url", served.url, "--scenario", scenario, ...flags, "-o", output];
      const { code, stdout, stderr } = await runNode(args);
      progress.log(`${code === 0 ? "ok  " : "FAIL"} ${label}`);
      if (code === 0) passed += 1;
      else {
        failed += 1;
        progress.log(`${stdout}\n${stderr}`);
      }
    }
  }
} finally {
  progress.end();
  await served.close();
  await rm(output, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
