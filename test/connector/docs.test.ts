import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/connector.md"), "utf8");
const source = readdirSync(join(root, "connector"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(root, "connector", name), "utf8"))
  .join("\n");

it("quotes the connector's own texts where it explains what does not work", () => {
  const section = page.split("## When it does not work")[1]?.split("\n## ")[0] ?? "";
  const symptoms = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, symptom = ""]) => symptom);
  const quoted = symptoms
    .filter((symptom) => !symptom.startsWith("deployment:"))
    .flatMap((symptom) => [...symptom.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text));
  expect(quoted.length).toBeGreaterThan(6);
  for (const text of quoted) expect(source).toContain(text);
});

it("deploys with a copy of the settings that git ignores", () => {
  const copy = /cp wrangler\.jsonc (\S+)/.exec(page)?.[1] ?? "";
  expect(readFileSync(join(root, ".gitignore"), "utf8").split("\n")).toContain(`connector/${copy}`);
  const commands = page.match(/wrangler (?:deploy|delete)\b[^`\n]*/g) ?? [];
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) expect(command).toContain(`-c ${copy}`);
});
