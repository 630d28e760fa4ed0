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
    const [open] = await page(0);
    expect(open).toEqual({ id, name: expect.stringMatching(/^Lunch 0 \u00b7 /) });
    harness.sandbox.closePoll(id);
    const [closed] = await page(0);
    expect(closed).toEqual({ id, name: expect.stringMatching(/^Lunch 0 \(closed\) \u00b7 /) });
    expect(await page(31)).toEqual([]);
  });

  it("tells polls of the same title apart by the first option and the day of creation", async () => {
    const create = (form: Record<string, unknown>) =>
      harness.run(App.creates.create_poll, { inputData: { title: "Weekly", ...form }, meta: {} });
    await create({ offer: "days", dates: ["2027-03-08", "2027-03-01"] });
    harness.sandbox.advance(86_400_000);
    const times = ["2027-03-08 14:00 - 14:30", "2027-03-08 09:00 - 09:30"];
    await create({ offer: "times", times, time_zone: "America/New_York" });
    await create({ offer: "times", times, time_zone: "floating" });
    expect((await page(0)).slice(0, 3).map(({ name }) => name)).toEqual([
      "Weekly \u00b7 from Mon 8 Mar 2027, 09:00-09:30 \u00b7 created Sat 16 Jan 2027",
      "Weekly \u00b7 from Mon 8 Mar 2027, 09:00-09:30 \u00b7 created Sat 16 Jan 2027",
      "Weekly \u00b7 from Mon 1 Mar 2027 \u00b7 created Fri 15 Jan 2027",
    ]);
  });
});
