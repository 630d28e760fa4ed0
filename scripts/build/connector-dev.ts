/** Runs the connector by `wrangler dev` on a sandbox, and prints the Worker's log. Options are those of `wrangler dev`, such as `--port`. */
import { spawn } from "node:child_process";
import { startSandbox } from "../../src/sandbox/index.ts";

const sandbox = await startSandbox();
console.log(`A sandbox imitates Rallly at ${sandbox.url}. Nothing leaves this machine.

API key to enter:   ${sandbox.apiKey}
MCP endpoint:       the URL that wrangler prints below, with /mcp
`);
const variables = ["--var", `RALLLY_BASE_URL:${sandbox.url}`, "OPERATOR:you, on this machine"];
const wrangler = spawn(
  process.execPath,
  ["node_modules/wrangler/bin/wrangler.js", "dev", ...variables, ...process.argv.slice(2)],
  {
    cwd: new URL("../..", import.meta.url),
    stdio: "inherit",
    env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false" },
  },
);
// Ctrl+C reaches wrangler as well, which ends the runtime first.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => wrangler.kill("SIGTERM"));
wrangler.once("exit", async (code) => {
  await sandbox.close();
  process.exitCode = code ?? 1;
});
