import { describe, expect, it } from "vitest";
import {
  type Block,
  choose,
  createPastCheck,
  hasChosen,
  layOut,
  listChosen,
  toArguments,
  toMessage,
} from "../../mcp/view/draft.ts";
import type { Plan } from "../../mcp/view/plan.ts";
import { changePlan, createPlanMaker, readPlan } from "./random-plans.ts";

const base: Plan = {
  version: 3,
  state: "preview",
  kind: "time",
  timeZone: "Europe/Berlin",
  secondTimeZones: [],
  maxOptions: 100,
  poll: { title: "Review", now: "Sat 2027-02-20 10:00 +01:00" },
  madeAt: 0,
  settings: [],
  options: [],
  dropped: [],
};

const slot = (startTime: string, duration = 30) => ({ startTime: `2027-${startTime}:00Z`, duration });

/** A block as lines: the days, then each row with `#` for options, `+` for what can be added, `-` for nothing, or the mark. */
function draw(blocks: Block[], { options }: Plan): string[][] {
  return blocks.map(({ days, rows }) => [
    days.map((day) => day.slice(5)).join(" "),
    ...rows.map(({ time = "", offset = "", places }) => {
      const signs = places.map(({ option, mark }) => {
        if (option === undefined) return mark ?? "-";
        return `${options.includes(option) ? "#" : "+"}${mark ?? ""}`;
      });
      return [`${time}${offset}`, ...signs].filter(Boolean).join(" ");
    }),
  ]);
}

const lay = (plan: Plan, now = "2027-02-20T09:00:00Z", firstWeekday = 1) =>
  draw(layOut(plan, { firstWeekday, isPast: createPastCheck(plan, Date.parse(now), "Asia/Tokyo") }), plan);

describe("the places of a plan", () => {
  it("are a column for each day and a row for each start time, week by week, with what was dropped", () => {
    const plan: Plan = {
      ...base,
      options: [slot("03-01T08:00"), slot("03-01T13:00"), slot("03-03T08:00"), slot("03-08T10:00")],
      dropped: [
        { reason: "busy", option: slot("03-02T08:00"), text: "Dentist" },
        { reason: "excluded", option: slot("03-03T13:00") },
      ],
    };
    expect(lay(plan)).toEqual([
      ["03-01 03-02 03-03", "09:00 # +busy #", "14:00 # + +excluded"],
      ["03-08 03-09 03-10", "11:00 # + +"],
    ]);
  });

  it("have a week that begins on another day, and one for up to seven days in a row", () => {
    const options = [slot("02-28T08:00"), slot("03-02T08:00"), slot("03-07T08:00")];
    const heads = (plan: Plan, firstWeekday: number) =>
      lay(plan, undefined, firstWeekday).map(([days]) => days);
    expect(heads({ ...base, options }, 7)).toEqual(["02-28 03-01 03-02", "03-07 03-08 03-09"]);
    expect(heads({ ...base, options }, 1)[0]).toBe("02-23 02-24 02-25 02-26 02-27 02-28");
    for (const firstWeekday of [1, 7])
      expect(heads({ ...base, options: options.slice(0, 2) }, firstWeekday)).toEqual(["02-28 03-01 03-02"]);
  });

  it("are two rows for a time that the clock shows twice, and none for one that it skips", () => {
    const twice = [slot("10-31T00:30"), slot("10-31T01:30"), slot("10-30T02:00", 60)];
    expect(lay({ ...base, options: twice })).toEqual([
      ["10-30 10-31", "02:30+02:00 + #", "02:30+01:00 - #", "04:00 # +"],
    ]);
    const skipped = [slot("03-27T01:30"), slot("03-28T08:00")];
    expect(lay({ ...base, options: skipped })).toEqual([["03-27 03-28", "02:30 # skipped", "10:00 + #"]]);
  });

  it("keep two slots that start together, and add slots of the usual length", () => {
    const options = [
      slot("03-01T08:00"),
      slot("03-01T08:00", 60),
      slot("03-02T09:00", 60),
      slot("03-03T08:00", 60),
    ];
    const plan: Plan = { ...base, options };
    expect(lay(plan)).toEqual([["03-01 03-02 03-03", "09:00 # + #", "09:00 # - -", "10:00 + # +"]]);
    const places = layOut(plan, { firstWeekday: 1, isPast: () => false })[0]?.rows[0]?.places;
    expect(places?.[1]?.option).toEqual(slot("03-02T08:00", 60));
  });

  it("keep options that are past, marked, and add none", () => {
    const plan: Plan = { ...base, options: [slot("03-01T08:00"), slot("03-02T08:00"), slot("03-02T12:00")] };
    expect(lay(plan, "2027-03-02T09:00:00Z")).toEqual([["03-01 03-02", "09:00 #past #past", "13:00 - #"]]);
  });

  it("are months for whole days, with every day that is to come", () => {
    const options = ["2027-02-26", "2027-03-01"].map((date) => ({ date }));
    const dropped: Plan["dropped"] = [
      { reason: "busy", option: { date: "2027-02-25" } },
      { reason: "skipped", day: "2027-02-28" },
    ];
    const [february = [], march = []] = lay({ ...base, kind: "date", timeZone: null, options, dropped });
    expect(february.slice(3)).toEqual(["- - - - - + +", "+ + + +busy # + skipped"]);
    expect([march[1], march.at(-1)]).toEqual(["# + + + + + +", "+ + + - - - -"]);
  });
});

it("a poll has what was chosen only if it has nothing else", () => {
  const [one, other] = [slot("03-01T08:00"), slot("03-01T08:00", 60)];
  expect(hasChosen([one], choose([one]))).toBe(true);
  expect(hasChosen([one], choose([other]))).toBe(false);
  expect(hasChosen([one, other], choose([one]))).toBe(false);
});

it("190 random plans become polls of exactly the chosen options, by the page or by its message to the model", async () => {
  const { makePlan, callTool } = await createPlanMaker();
  for (let seed = 1; seed <= 190; seed++) {
    const { plan, result, random } = await makePlan(seed);
    const chosen = changePlan(plan, random);
    // Without the list of polls, which guards a call and takes most of its time.
    const made = await callTool(toArguments(plan, listChosen(chosen), seed % 10 > 0));
    expect(made.structuredContent, `plan ${seed}`).toMatchObject({ created: true });
    // As the service returned them.
    expect(hasChosen(readPlan(made).options, chosen), `plan ${seed}`).toBe(true);
    const { created: _, now, ...told } = toMessage(plan, chosen);
    expect(result.structuredContent, `message of plan ${seed}`).toMatchObject({
      title: plan.poll.title,
      now,
    });
    const again = await callTool({ ...told, again: true, dryRun: true });
    expect(hasChosen(readPlan(again).options, chosen), `message of plan ${seed}`).toBe(true);
  }
}, 120_000);
