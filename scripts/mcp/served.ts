import { type ChildProcess, spawn } from "node:child_process";
import { startSandbox } from "../../src/sandbox/index.ts";

/** A sandbox and the built server on it, over HTTP. */
export interface Served {
  sandbox: Awaited<ReturnType<typeof startSandbox>>;
  url: string;
  close(): Promise<void>;
}

/** Starts the built server as people start it, on a free port. */
export async function serveBuilt(): Promise<Served> {
  const sandbox = await startSandbox({ limits: "none" });
  const env = { ...process.env, RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
  const child = spawn(process.execPath, ["dist/mcp/main.js", "--http", "--port", "0"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await readUrl(child);
  return {
    sandbox,
    url,
    async close() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await ended;
      await sandbox.close();
    },
  };
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
      const url = /serving (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`the server did not start: ${said}`)));
  });
}
