import { afterEach, expect, it, vi } from "vitest";
import { keep, readKept } from "../../mcp/view/page/kept.ts";

const now = Date.parse("2027-02-12T09:00:00Z");
const options = [{ date: "2027-03-01" }];
const links = { inviteUrl: "https://rallly.example/invite/x" };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ["its links for a page that is loaded again", links, -60_000, { options, ...links }],
  ["its links for a preview that is too late to find it", links, 3_600_000, { options, ...links }],
  ["nothing for a preview that would have found it", links, 60_000, undefined],
  ["the options of a poll that was not created", {}, 60_000, { options }],
])("the plan page keeps of a poll %s", (_, made, later, kept) => {
  const items = new Map<string, string>();
  vi.useFakeTimers({ now });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  });
  const plan = { create: { title: "Review" }, options, madeAt: now + later };
  keep(plan, { options, ...made });
  expect(readKept(plan)).toEqual(kept && { ...kept, at: now });
});
