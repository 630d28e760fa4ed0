/** Compiles every TypeScript snippet of the docs strictly, in a project with the packed package. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, createProject, listSnippets } from "./packed.ts";

let project: string;
beforeAll(async () => {
  project = await createProject(["express", "@types/express"]);
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

const read = (path: string) => readFileSync(path, "utf8");

describe("TypeScript snippets", () => {
  it("of the README, the docs and the package's README compile unchanged", { timeout: 120_000 }, () => {
    const pages = [
      "README.md",
      ...readdirSync("docs")
        .filter((name) => name.endsWith(".md"))
        .map((name) => join("docs", name)),
      join(project, "node_modules/rallly-mcp/README.md"),
    ];
    const snippets = pages.flatMap((page) =>
      ["ts", "typescript", "tsx"].flatMap((kind) => listSnippets(read(page), kind)),
    );
    expect(snippets.length).toBeGreaterThanOrEqual(4);
    const programs = Object.fromEntries(
      snippets.map((text, index) => [`snippet-${index}.ts`, `${text}\nexport {};\n`]),
    );
    expect(compile(project, programs)).toBe("");
  });

  it("do not compile with a misspelled field", { timeout: 120_000 }, () => {
    const [example = ""] = listSnippets(read("README.md"), "ts");
    expect(compile(project, { "typo.ts": example.replace("poll.inviteUrl", "poll.inviteUlr") })).toMatch(
      /'inviteUlr' does not exist on type 'Poll'/,
    );
  });

  it("of webhooks compile with the types of node:http and fetch", { timeout: 120_000 }, () => {
    const program = `
      import type { IncomingMessage } from "node:http";
      import { receiveWebhook, verifyWebhook } from "rallly-mcp/api";
      export async function fromNode(request: IncomingMessage, body: Buffer, secret: string) {
        const signature = request.headers["x-rallly-signature"];
        await verifyWebhook({ body, signature, secret: process.env.WEBHOOK_SECRET });
        return receiveWebhook({ body, signature, secret });
      }
      export async function fromFetch(request: Request, secret: string) {
        const signature = request.headers.get("x-rallly-signature");
        const bytes = new Uint8Array(await request.clone().arrayBuffer());
        return [
          receiveWebhook({ body: await request.text(), signature, secret }),
          receiveWebhook({ body: bytes, signature, secret, toleranceSeconds: undefined }),
        ];
      }`;
    expect(compile(project, { "webhook.ts": program })).toBe("");
  });
});
