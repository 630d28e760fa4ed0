import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasChosen, keyOf, layOut, listChosen } from "../../mcp/view/draft.ts";
import type { Plan } from "../../mcp/view/plan.ts";
import { type Edit, type PlanState, readPlan, reducePlan, toCall } from "../../mcp/view/plan-state.ts";
import { openHost } from "../mcp/harness.ts";
import { plans, review } from "./sample.ts";

function fail(): never {
  throw new Error("It is missing");
}

/** The state after an action. */
const act = (state: PlanState, action: Parameters<typeof reducePlan>[1]): PlanState =>
  reducePlan(state, action) ?? fail();
/** The state of a page that was drawn, before it looked. */
const draw = (plan: Plan): PlanState => reducePlan(undefined, { type: "take", plan }) ?? fail();
/** The state of a page that looked, and found nothing. */
const take = (plan: Plan): PlanState => {
  const state = draw(plan);
  return state.phase === "unknown" ? act(state, { type: "looked" }) : state;
};

/** A server on a sandbox, with what a page does: it presses the button, and takes the result. */
async function openServer() {
  const { host, client, sandbox } = await openHost();
  const call = (args: object) => host.callTool({ name: "create_poll", arguments: { ...args } });
  const preview = async (args: object) => {
    const result = await call({ ...args, dryRun: true });
    return readPlan({ ...result }) ?? fail();
  };
  const press = async (state: PlanState): Promise<PlanState> => {
    const { args, read } = toCall(state) ?? fail();
    return act(act(state, { type: "call" }), read({ ...(await call(args)) }));
  };
  const listPolls = async () => {
    const { data } = await client.listPolls({ limit: 100 });
    return data.filter(({ title }) => title === review.title);
  };
  return { call, preview, press, listPolls, sandbox };
}

/** Edits of every kind, of the places that a page would show. */
const edits = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("place" as const), at: fc.nat() }),
    fc.record({ kind: fc.constantFrom("row" as const, "column" as const), at: fc.nat() }),
    fc.record({ kind: fc.constant("time" as const), at: fc.nat({ max: 1439 }) }),
    fc.record({ kind: fc.constant("day" as const), at: fc.nat({ max: 40 }) }),
    fc.record({ kind: fc.constant("undo" as const), at: fc.constant(0) }),
  ),
  { maxLength: 25 },
);

function toEdit({ plan, added }: PlanState, kind: string, at: number): Edit {
  if (kind === "undo") return { type: kind };
  if (kind === "time") return { type: "addTime", time: new Date(at * 60_000).toISOString().slice(11, 16) };
  if (kind === "day")
    return { type: "addDay", day: new Date(Date.UTC(2027, 1, 20 + at)).toISOString().slice(0, 10) };
  const blocks = layOut(plan, { firstWeekday: 1, isPast: () => false, added });
  const rows = blocks.flatMap(({ rows }) => rows.map(({ places }) => places));
  const columns = blocks.flatMap(({ days, rows }) =>
    days.map((_, column) => rows.flatMap(({ places }) => places[column] ?? [])),
  );
  const groups = { row: rows, column: columns, place: rows.flat().map((place) => [place]) };
  const list = groups[kind as keyof typeof groups]
    .map((places) => places.flatMap(({ option }) => option ?? []))
    .filter(({ length }) => length > 0);
  return { type: "toggle", options: list[at % list.length] ?? [] };
}

/** What can be undone and what is sent. */
const draftOf = ({ chosen, added, refused }: PlanState) => [[...chosen], added, [...refused]];

async function previewPlans(): Promise<Plan[]> {
  const { preview } = await openServer();
  return Promise.all(Object.values(plans).map(preview));
}

describe("any edits of a plan", () => {
  it("are undone one by one, exactly, and what is chosen then is what is sent", async () => {
    const previews = await previewPlans();
    fc.assert(
      fc.property(fc.constantFrom(...previews), edits, (plan, steps) => {
        let state = take(plan);
        for (const { kind, at } of steps) {
          const edit = toEdit(state, kind, at);
          const next = act(state, edit);
          const isChange = next.before.length > state.before.length;
          if (isChange) expect(draftOf(act(next, { type: "undo" }))).toEqual(draftOf(state));
          if (edit.type === "toggle" && isChange) {
            // A whole row or column is chosen or not, and nothing else changes.
            const keys = edit.options.map(keyOf);
            expect(new Set(keys.map((key) => next.chosen.has(key))).size).toBe(1);
            const others = (chosen: PlanState["chosen"]) =>
              [...chosen.keys()].filter((key) => !keys.includes(key)).sort();
            expect(others(next.chosen)).toEqual(others(state.chosen));
          }
          expect(next.chosen.size).toBeLessThanOrEqual(plan.maxOptions);
          state = next;
        }
        const { args } = toCall(state) ?? {};
        const sent = Object(args)[plan.kind === "date" ? "dates" : "times"] as unknown[] | undefined;
        expect(sent?.length ?? 0).toBe(state.chosen.size);
        while (state.before.length > 0) state = act(state, { type: "undo" });
        expect(draftOf(state)).toEqual(draftOf(take(plan)));
      }),
      { numRuns: 150 },
    );
  });

  it("change nothing while it is unclear whether the poll was created, during a call, or of a poll that exists", async () => {
    const previews = await previewPlans();
    const made = { type: "made", plan: { state: "created", inviteUrl: "https://a.example" } } as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...previews),
        fc.constantFrom({ type: "unclear" } as const, { type: "call" } as const, made),
        edits,
        (plan, action, steps) => {
          const state = act(take(plan), action);
          for (const { kind, at } of steps) expect(act(state, toEdit(state, kind, at))).toBe(state);
          // A button that is left looks, and creates nothing.
          const call = toCall(state);
          expect(call === undefined || Object(call.args).dryRun === true).toBe(true);
          expect(call !== undefined).toBe(action.type === "unclear");
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a create", () => {
  type Way = "answered" | "made in silence" | "lost" | "refused";
  it.each<[string, Way[], PlanState["phase"][]]>([
    ["that works ends at the poll", ["answered"], ["done"]],
    [
      "whose answer does not come is unclear, until a look finds the poll",
      ["made in silence", "answered"],
      ["unclear", "done"],
    ],
    [
      "that did not arrive is unclear, until a look finds nothing, and can be made then",
      ["lost", "answered", "answered"],
      ["unclear", "editing", "done"],
    ],
    ["that is refused leaves the draft", ["refused", "answered"], ["editing", "done"]],
  ])("%s", async (_, ways, phases) => {
    const { call, preview, press, listPolls, sandbox } = await openServer();
    let state = take(await preview(review));
    state = act(state, { type: "toggle", options: [listChosen(state.chosen)[0] ?? fail()] });
    const seen: PlanState["phase"][] = [];
    for (const way of ways) {
      const fault = { kind: "respond", status: 429 } as const;
      const rules = [{ method: "POST", path: "/v1/polls", fault } as const];
      sandbox.setFaults({ rules: way === "refused" ? rules : [] });
      if (way === "made in silence") await call(toCall(state)?.args ?? fail());
      state =
        way === "answered" || way === "refused"
          ? await press(state)
          : act(act(state, { type: "call" }), { type: "unclear" });
      seen.push(state.phase);
    }
    expect(seen).toEqual(phases);
    const [poll, ...others] = await listPolls();
    expect(others).toEqual([]);
    expect([state.chosen.size, hasChosen(poll?.options ?? [], state.chosen)]).toEqual([19, true]);
    expect(state.plan).toMatchObject({ inviteUrl: poll?.inviteUrl, adminUrl: poll?.adminUrl });
    expect(toCall(state)).toBeUndefined();
  });

  it("finds a poll of the title with other options, asks, and makes another one only then", async () => {
    const { call, preview, press, listPolls } = await openServer();
    const other = await call({ title: review.title, dates: ["2027-03-01"] });
    const early = take(await preview(review));
    expect(early.phase).toBe("asking");
    const { id: _, ...links } = Object(other.structuredContent);
    expect(early.plan.existing).toMatchObject({ inviteUrl: links.inviteUrl, adminUrl: links.adminUrl });
    // An edit is a new question.
    const edited = act(early, { type: "toggle", options: [listChosen(early.chosen)[0] ?? fail()] });
    const found = await press(edited);
    expect(found.phase).toBe("unknown");
    const asked = await press(found);
    expect([asked.phase, asked.plan.existing?.inviteUrl]).toEqual(["asking", links.inviteUrl]);
    expect(await listPolls()).toHaveLength(1);
    expect((await press(asked)).phase).toBe("done");
    expect(await listPolls()).toHaveLength(2);
  });

  it("is never made again by a page that is drawn again: it looks first, and any poll of the title counts", async () => {
    const { preview, press, listPolls } = await openServer();
    const plan = await preview(review);
    const edited = act(take(plan), { type: "toggle", options: [listChosen(take(plan).chosen)[0] ?? fail()] });
    expect((await press(edited)).phase).toBe("done");
    const again = draw(plan);
    expect([again.phase, Object(toCall(again)?.args).dryRun]).toEqual(["unknown", true]);
    // Nothing else is sent, whatever is changed meanwhile, and however often nobody answers.
    const changed = act(again, { type: "toggle", options: [listChosen(again.chosen)[3] ?? fail()] });
    const asking = act(changed, { type: "call" });
    expect(toCall(asking)).toBeUndefined();
    expect(Object(toCall(act(asking, { type: "unclear" }))?.args).dryRun).toBe(true);
    const looked = await press(changed);
    expect([looked.phase, looked.plan.existing?.options.length]).toEqual(["asking", 19]);
    expect(await listPolls()).toHaveLength(1);
  });
});
