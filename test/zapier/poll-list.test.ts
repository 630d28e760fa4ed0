import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";

const harness = startHarness();
const { createPolls } = createPollHelpers(harness);
const { poll_list } = App.triggers;

describe("the list for dropdowns", () => {
  const page = (number: number) =>
    harness.run<{ id: string; name: string }[]>(poll_list, {
      meta: { page: number, isFillingDynamicDropdown: true },
    });

  it("shows 100 polls a page, with one request for each page", async () => {
    const ids = (await createPolls(205)).reverse();
    const requests = await harness.requestsOf(async () => {
      const pages = [await page(0), await page(1), await page(2), await page(3)];
      expect(pages.flat().map(({ id }) => id)).toEqual(ids);
      expect(pages.map(({ length }) => length)).toEqual([100, 100, 5, 0]);
    });
    expect(requests).toHaveLength(3);
  });

  it("reads from the first page when no cursor is remembered", async () => {
    const ids = (await createPolls(101)).reverse();
    const authData = { apiKey: harness.sandbox.apiKeys.demoSecondKey };
    const [last] = await harness.run<{ id: string }[]>(poll_list, { authData, meta: { page: 1 } });
    expect(last?.id).toBe(ids[100]);
  });

  it("shows the status of polls that are not open", async () => {
    const [id = ""] = await createPolls(1, "Lunch");
    expect(await page(0)).toEqual([{ id, name: "Lunch 0" }]);
    harness.sandbox.closePoll(id);
    expect(await page(0)).toEqual([{ id, name: "Lunch 0 (closed)" }]);
    expect(await page(31)).toEqual([]);
  });
});
