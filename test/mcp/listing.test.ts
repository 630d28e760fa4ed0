/** The built server lists the tools of the sources, and loads them only for a call. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectInMemory, openSandbox } from "./harness.ts";
import { opening, startProcess, until } from "./server-process.ts";

/** The files that a file of the build imports statically, and itself. */
function listLoaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/^(?:\} from|import) "(\.[^"]+)";$/gm))
    listLoaded(join(dirname(file), path), found);
  return found;
}

describe("the built server", () => {
  it("lists the tools, resource templates and prompts of the sources", async () => {
    const server = startProcess([]);
    const methods = ["tools/list", "resources/templates/list", "prompts/list"];
    server.send(...opening, ...methods.map((method) => ({ jsonrpc: "2.0", id: method, method })));
    await until(() => methods.every((method) => server.received().some(({ id }) => id === method)));
    const resultOf = (method: string) => server.received().find(({ id }) => id === method)?.result;
    const host = await connectInMemory();
    // As sent: without undefined.
    const asSent = (value: object) => JSON.parse(JSON.stringify(value));
    const { tools } = await host.listTools();
    const { resourceTemplates } = await host.listResourceTemplates();
    const { prompts } = await host.listPrompts();
    expect(resultOf("tools/list")).toEqual(asSent({ tools }));
    expect(resultOf("resources/templates/list")).toEqual(asSent({ resourceTemplates }));
    expect(resultOf("prompts/list")).toEqual(asSent({ prompts }));
  });

  it("starts without the client, the code of calls, HTTP, the sandbox, and what the SDK does not use", () => {
    const loaded = [...listLoaded("dist/mcp/program.js")];
    expect(loaded.length).toBeGreaterThan(1);
    const code = loaded.map((file) => readFileSync(file, "utf8")).join("\n");
    // The bundler names the source of each part in a comment.
    expect(code).toMatch(/^\/\/ mcp\/server\.ts$/m);
    for (const source of [
      "mcp/tools/get-poll.ts",
      "mcp/runtime/run-tool.ts",
      "mcp/http/serve.ts",
      "mcp/view/grid.ts",
      "src/scheduling/index.ts",
      "src/sandbox/index.ts",
      "src/api/client.ts",
      "src/api/schemas.ts",
      "src/api/undici-transport.ts",
      "src/time/index.ts",
      "node_modules/undici/index.js",
      "node_modules/ical.js/dist/ical.js",
    ])
      expect(code).not.toContain(`// ${source}\n`);
    expect(code).not.toMatch(/from "node:(?:http|crypto|fs\/promises)"|temporal-polyfill|ajvProvider/);
  });

  it("calls a tool", async () => {
    const sandbox = await openSandbox();
    const server = startProcess([], { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url });
    const call = { name: "list_polls", arguments: { limit: 1 } };
    server.send(...opening, { jsonrpc: "2.0", id: "call", method: "tools/call", params: call });
    await until(() => server.received().some(({ id }) => id === "call"));
    const { result } = server.received().find(({ id }) => id === "call") ?? {};
    expect(result?.isError).toBeUndefined();
    expect(result?.structuredContent).toMatchObject({ polls: [expect.anything()] });
  });
});
