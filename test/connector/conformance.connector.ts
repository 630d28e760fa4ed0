import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { findContinueLink, openPage, submit } from "./person.ts";

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// The suite's program. `.ci/nightly` installs it.
const suiteProgram = process.env["CONFORMANCE_SUITE"] ?? "";

it.runIf(suiteProgram)("passes the conformance suite's scenarios for authorization servers", async () => {
  const { origin, sandbox } = await openConnector();
  const port = await findFreePort();
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Conformance suite",
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const suite = spawn(process.execPath, [
    ...[suiteProgram, "authorization", "--url", origin, "--client-id", client_id],
    ...["--resource", `${origin}/mcp`, "--port", String(port), "--spec-version", "2026-07-28"],
  ]);
  let output = "";
  let visited: Promise<unknown> | undefined;
  /** Connects as a person in a browser, when the suite asks for it. */
  const visit = async (url: string) => {
    const connected = await submit(await openPage(url), { key: sandbox.apiKey });
    await fetch(findContinueLink(await connected.text()));
  };
  suite.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const [url] = /https?:\/\/\S+\/authorize\?\S+(?=\s)/.exec(output) ?? [];
    if (url !== undefined) visited ??= visit(url);
  });
  const code = await new Promise((resolve) => suite.once("close", resolve));
  await visited;
  expect(output).toContain("authorization-code-grant");
  expect({ code, failures: output.match(/FAILURE.*/g) }).toEqual({ code: 0, failures: null });
});
