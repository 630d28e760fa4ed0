import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Job {
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string }[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = ".github/workflows";
const files = readdirSync(folder);
const load = (file: string) => parse(readFileSync(join(folder, file), "utf8")) as Workflow;
const scripts = JSON.parse(readFileSync("package.json", "utf8")).scripts as Record<string, string>;

// `npm run lint` checks the syntax with actionlint.
describe.each(files)("the workflow %s", (file) => {
  const { jobs, permissions } = load(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("pins each action to a commit, with its version beside it", () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
    for (const line of readFileSync(join(folder, file), "utf8").split("\n"))
      if (/^\s*(- )?uses:/.test(line)) expect(line).toMatch(/ # v\d+\.\d+\.\d+$/);
  });

  it("gives no write permission to the whole workflow", () => {
    expect(Object.values(permissions).filter((level) => level !== "read")).toEqual([]);
  });

  it("runs only existing npm scripts", () => {
    const named = steps.flatMap(({ run = "" }) =>
      [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !((name ?? "") in scripts))).toEqual([]);
  });
});

describe("the release workflow", () => {
  const { on, jobs } = load("release.yml");

  it("starts for a tag, by hand and for a published release", () => {
    expect(on).toEqual({
      push: { tags: ["v*"] },
      workflow_dispatch: null,
      release: { types: ["published"] },
    });
  });

  it("publishes only in the environment that asks for approval, and without secrets", () => {
    const publishing = Object.entries(jobs).filter(([, { steps }]) =>
      steps.some(({ run = "" }) => /\bpublish\b/.test(run)),
    );
    expect(publishing.map(([name]) => name)).toEqual(["npm", "registry"]);
    for (const [, job] of publishing) {
      expect(job.environment).toBe("release");
      expect(job.permissions).toEqual({ contents: "read", "id-token": "write" });
    }
    expect(readFileSync(join(folder, "release.yml"), "utf8")).not.toContain("secrets.");
    expect(jobs["npm"]?.if).toBe("github.ref_type == 'tag'");
  });

  it("only drafts the GitHub release, and checks every checksum before it uses a download", () => {
    const commands = (name: string) => (jobs[name]?.steps ?? []).map(({ run = "" }) => run).join("\n");
    expect(commands("draft")).toContain("gh release create");
    expect(commands("draft")).toContain("--draft");
    for (const [name, use] of [
      ["npm", "npm publish"],
      ["draft", "gh release create"],
      ["registry", "tar --extract"],
    ] as const) {
      const text = commands(name);
      expect(text.indexOf("sha256sum --check --strict")).toBeGreaterThan(-1);
      expect(text.indexOf("sha256sum --check --strict")).toBeLessThan(text.indexOf(use));
    }
  });
});
