/** Recipes of docs/zapier.md that begin with a response or a closed poll, and the life of a Zap. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { triggers, creates, searches } = App;

type Output = Record<string, unknown> & { id: string };

const create = (inputData: Record<string, unknown>, timezone = "America/New_York") =>
  harness.run<Output>(creates.create_poll, { inputData, meta: { timezone } });

/** Puts outputs into a text as Zapier's editor does. */
const fill = (template: string, output: Record<string, unknown>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_all, key: string) => String(output[key]));

describe("a new response to Slack", () => {
  it("reads like a message", async () => {
    const poll = await create({ title: "Lunch", offer: "days", dates: ["2027-03-01", "2027-03-02"] });
    const zap = createZap(harness, triggers.new_response, { poll: poll.id });
    await zap.switchOn();
    harness.sandbox.vote(poll.id, {
      name: "Ada Lovelace",
      choices: { "2027-03-01": "yes", "2027-03-02": "ifNeedBe" },
    });
    const [fired] = await zap.tick();
    expect(fill("{{name}} answered {{poll_title}}: {{availability_text}}", fired ?? {})).toBe(
      "Ada Lovelace answered Lunch: Monday, 1 March 2027\nTuesday, 2 March 2027 (if need be)",
    );
  });
});

describe("a closed poll becomes a tentative event", () => {
  const play = async (form: Record<string, unknown>, choice: string) => {
    const zap = createZap(harness, triggers.poll_closed);
    const poll = await create(form);
    await zap.switchOn();
    const options = poll["options"] as { id: string }[];
    harness.sandbox.vote(poll.id, { name: "Ada", choices: { [options[Number(choice)]?.id ?? ""]: "yes" } });
    harness.sandbox.closePoll(poll.id);
    const [fired] = await zap.tick();
    const [standing] = await harness.run<Output[]>(searches.find_poll_results, {
      inputData: { poll: fired?.id },
      meta: {},
    });
    expect(standing).toMatchObject({ has_leader: true, is_tie: false });
    return {
      summary: fill("Tentative: {{title}}", standing ?? {}),
      start: standing?.["leading_start"],
      end: standing?.["leading_end"],
      allDay: standing?.["leading_all_day"],
    };
  };

  it("on the right day for everybody, when it was a poll of days", async () => {
    expect(await play({ title: "Trip", offer: "days", dates: ["2027-03-01", "2027-03-06"] }, "1")).toEqual({
      summary: "Tentative: Trip",
      start: "2027-03-06",
      end: "2027-03-07",
      allDay: true,
    });
  });

  it("at the right moment, when it was a poll of times", async () => {
    const form = {
      title: "Call",
      kind: "time",
      duration: 45,
      times: ["2027-03-01 09:00", "2027-03-15 09:00"],
    };
    expect(await play(form, "1")).toEqual({
      summary: "Tentative: Call",
      start: "2027-03-15T09:00:00-04:00",
      end: "2027-03-15T09:45:00-04:00",
      allDay: false,
    });
  });

  it("and not when the organizer picked an option, perhaps another one", async () => {
    const zap = createZap(harness, triggers.poll_closed);
    const poll = await create({ title: "Picked", offer: "days", dates: ["2027-03-01"] });
    await zap.switchOn();
    harness.sandbox.schedulePoll(poll.id, "2027-03-01");
    expect(await zap.tick()).toEqual([]);
  });
});

describe("a Zap from start to end", () => {
  it("seed, switch on, create, respond, tick: exactly the new items fire, once", async () => {
    const old = await create({ title: "Old", offer: "days", dates: ["2027-03-01"] });
    harness.sandbox.vote(old.id, { name: "Early", choices: { "2027-03-01": "yes" } });
    const polls = createZap(harness, triggers.new_poll);
    const responses = createZap(harness, triggers.new_response, { poll: old.id });
    const endings = createZap(harness, triggers.poll_closed);
    const tick = async () => ({
      polls: (await polls.tick()).map(({ title }) => title),
      responses: (await responses.tick()).map(({ name }) => name),
      endings: (await endings.tick()).map(({ title, status }) => `${title} ${status}`),
    });
    for (const zap of [polls, responses, endings]) await zap.switchOn();
    const nothing = { polls: [], responses: [], endings: [] };
    expect(await tick()).toEqual(nothing);

    harness.sandbox.advance(60_000);
    const fresh = await create({ title: "New", offer: "days", dates: ["2027-03-02"] });
    harness.sandbox.vote(old.id, { name: "Late", choices: {} });
    expect(await tick()).toEqual({ polls: ["New"], responses: ["Late"], endings: [] });
    expect(await tick()).toEqual(nothing);

    await harness.run(creates.delete_poll, { inputData: { poll: fresh.id }, meta: {} });
    harness.sandbox.closePoll(old.id);
    expect(await tick()).toEqual({ polls: [], responses: [], endings: ["Old closed"] });
    expect(await tick()).toEqual(nothing);
  });

  it("a poll found or created: found by its whole title, created once when there is none", async () => {
    const form = { title: "Weekly sync", offer: "days", dates: ["2027-03-01"] };
    const find = () =>
      harness.run<Output[]>(searches.find_poll, {
        inputData: { title: form.title },
        meta: {},
      });
    expect(await find()).toEqual([]);
    const made = await create(form);
    expect((await find()).map(({ id }) => id)).toEqual([made.id]);
  });
});

describe("what comes out", () => {
  it("holds every key of its sample (T004)", async () => {
    const poll = await create({ title: "Keys", offer: "days", dates: ["2027-03-01"] });
    harness.sandbox.vote(poll.id, { name: "Ada", choices: { "2027-03-01": "yes" } });
    const inputData = { poll: poll.id, person: "Ada" };
    const live: [{ operation: { sample: object } }, Record<string, unknown>][] = [
      [triggers.new_poll, {}],
      [triggers.new_response, inputData],
      [triggers.updated_response, inputData],
      [triggers.responses_reached, { ...inputData, min_responses: "1" }],
      [searches.find_poll, inputData],
      [searches.find_poll_results, inputData],
      [searches.find_response, inputData],
      [searches.find_best_time, inputData],
    ];
    for (const [step, data] of live) {
      const [record] = await harness.run<Output[]>(step, { inputData: data, meta: {} });
      const keys = Object.keys(record ?? {}).filter((key) => !key.startsWith("option_2027"));
      expect(keys).toEqual(Object.keys(step.operation.sample));
    }
    expect(Object.keys(poll)).toEqual(Object.keys(creates.create_poll.operation.sample));
  });
});
