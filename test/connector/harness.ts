import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { type Connector, type ConnectorOptions, startConnector } from "./runtime.ts";

/** A connector and the sandbox that it uses, until the test ends. */
export interface Served extends Connector {
  sandbox: Sandbox;
}

/** Starts a connector on a sandbox. */
export async function openConnector(
  options: Partial<ConnectorOptions> = {},
  sandboxOptions: SandboxOptions = {},
): Promise<Served> {
  const sandbox = await startSandbox({ limits: "none", ...sandboxOptions });
  onTestFinished(() => sandbox.close());
  const connector = await startConnector({ hasLimiters: false, baseUrl: sandbox.url, ...options });
  onTestFinished(() => connector.close());
  return { ...connector, sandbox };
}

/** The number of grants that a connector has stored. */
export async function countGrants({ stored }: Pick<Served, "stored">): Promise<number> {
  return Object.keys(await stored()).filter((name) => name.startsWith("grant:")).length;
}
