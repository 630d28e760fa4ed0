/** The table of what uses an operation, compared with the requests of every tool and every Zapier step. */
import { describe, expect, it } from "vitest";
import { findAffected, toolOperations, zapierOperations } from "../../mcp/doctor/affected.ts";
import { allTools } from "../../mcp/index.ts";
import { runExchange } from "../../scripts/mcp/exchanges.ts";
import { createInvocations } from "../../scripts/zapier/invocations.ts";
import { type OperationName, operations } from "../../src/api/index.ts";
import App from "../../zapier/index.ts";
import { listSteps, readDefinition } from "../zapier/app-definition.ts";
import { createTestCache, useCache } from "../zapier/cache.ts";
import { startHarness } from "../zapier/harness.ts";

/** The operation of a request such as `GET /v1/polls/abc?x=1`. */
function findOperation(request: string): OperationName | undefined {
  const [method, url = ""] = request.split(" ");
  const path = url.replace(/^\/v1|\?.*$/g, "");
  return (Object.keys(operations) as OperationName[]).find((name) => {
    const pattern = operations[name].path.replace(/\{\w+\}/g, "[^/]+");
    return operations[name].method === method && new RegExp(`^${pattern}$`).test(path);
  });
}

describe("tools", () => {
  it("are all in the table", () => {
    expect(Object.keys(toolOperations).sort()).toEqual(allTools.map(({ name }) => name).sort());
  });

  it.each(Object.keys(toolOperations))("%s sends no other requests", async (tool) => {
    const { requests } = await runExchange(tool);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) expect(toolOperations[tool]).toContain(findOperation(request));
  });
});

describe("Zapier steps", () => {
  const harness = startHarness({ seed: "empty" });

  it("are all in the table", async () => {
    const definition = await readDefinition();
    const steps = listSteps(definition).filter(({ display }) => !display.hidden);
    const labels = [...steps, ...Object.values(definition.searchOrCreates)].map(
      ({ display }) => display.label,
    );
    expect(Object.keys(zapierOperations).sort()).toEqual(labels.sort());
  });

  it("send no other requests", async () => {
    const used = new Map<string, Set<string>>();
    for (const [key, runs] of await createInvocations(harness.sandbox)) {
      const [type, name = ""] = key.split(" ");
      const steps: Record<string, { display: { label: string; hidden?: boolean } }> = {
        ...(type === "trigger" ? App.triggers : type === "create" ? App.creates : App.searches),
      };
      const step = steps[name];
      if (!step || step.display.hidden) continue;
      for (const { input = {} } of runs) {
        const bundle = { inputData: input, meta: {} };
        // Some inputs are written for Zapier's own conversion. What matters is what is sent.
        const run = () => harness.run(useCache(step, createTestCache()), bundle).catch(() => {});
        const names = (await harness.requestsOf(run)).map((request) => findOperation(request) ?? request);
        used.set(step.display.label, new Set([...(used.get(step.display.label) ?? []), ...names]));
      }
    }
    expect(used.size).toBe(Object.keys(zapierOperations).length - 1);
    for (const [label, names] of used) {
      expect([label, names.size > 0]).toEqual([label, true]);
      for (const name of names)
        expect([label, zapierOperations[label]?.includes(name as OperationName)]).toEqual([label, true]);
    }
  });
});

it("names the users of an operation", () => {
  expect(findAffected(toolOperations, ["deletePoll"])).toEqual(["delete_poll"]);
  expect(findAffected(zapierOperations, ["getPollResults"])).toEqual(["Find Poll Results"]);
  expect(findAffected(toolOperations, [])).toEqual([]);
});
