/** Whatever happens in a space between ticks, a Zap fires what is new exactly once, and nothing that is old. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { new_poll, new_response, poll_closed, poll_scheduled } = App.triggers;

const happening = fc.record({
  what: fc.constantFrom(
    "create",
    "create",
    "vote",
    "vote",
    "close",
    "schedule",
    "cancel",
    "reopen",
    "reopen",
    "edit",
    "delete",
    "forget",
    "tick",
  ),
  which: fc.nat(30),
});

/** A space with three polls, and Zaps that were switched on then. */
async function openSpace() {
  const { sandbox } = harness;
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  for (const { id } of (await client.listPolls({ limit: 100 })).data) await client.deletePoll({ pollId: id });
  const create = async () => {
    const { data } = await client.createPoll({
      title: "Poll",
      kind: "date",
      options: [{ date: "2027-03-01" }],
    });
    return data.id;
  };
  const watched = await create();
  const living = new Map([
    [await create(), "open"],
    [await create(), "open"],
  ]);
  sandbox.closePoll([...living.keys()][0] ?? "");
  living.set([...living.keys()][0] ?? "", "closed");
  const answers = [sandbox.vote(watched, { name: "Old", choices: {} }).id];
  const zaps = {
    made: createZap(harness, new_poll),
    closed: createZap(harness, poll_closed),
    scheduled: createZap(harness, poll_scheduled),
    answered: createZap(harness, new_response, { poll: watched }),
  };
  for (const zap of Object.values(zaps)) await zap.switchOn();
  return { sandbox, client, create, watched, living, answers, zaps };
}

type Space = Awaited<ReturnType<typeof openSpace>>;

/** What a tick must fire: what came since the last tick and is still there. */
const owed = () => ({
  made: new Set<string>(),
  closed: new Set<string>(),
  scheduled: new Set<string>(),
  answered: new Set<string>(),
});

async function happen(
  { sandbox, client, create, watched, living, answers }: Space,
  due: ReturnType<typeof owed>,
  what: string,
  which: number,
) {
  sandbox.advance(1000);
  const id = [...living.keys()][which % Math.max(living.size, 1)] ?? "";
  const end = (status: string, act: () => void) => {
    if (living.get(id) !== "open") return;
    act();
    living.set(id, status);
    if (status === "closed" || status === "scheduled") due[status].add(id);
  };
  if (what === "create") {
    const made = await create();
    living.set(made, "open");
    due.made.add(made);
  } else if (what === "vote") {
    const answer = sandbox.vote(watched, { name: `Person ${which}`, choices: { "2027-03-01": "yes" } }).id;
    answers.push(answer);
    due.answered.add(answer);
  } else if (what === "reopen") {
    if (living.get(id) === undefined || living.get(id) === "open") return;
    sandbox.reopenPoll(id);
    living.set(id, "open");
    due.closed.delete(id);
    due.scheduled.delete(id);
  } else if (what === "edit" && living.has(id)) {
    sandbox.editPoll(id, { title: `Edited at ${sandbox.now()}` });
    const status = living.get(id);
    if (status === "closed" || status === "scheduled") due[status].add(id);
  } else if (what === "close") end("closed", () => sandbox.closePoll(id));
  else if (what === "schedule") end("scheduled", () => sandbox.schedulePoll(id, "2027-03-01"));
  else if (what === "cancel") end("canceled", () => sandbox.cancelPoll(id));
  else if (what === "forget") {
    const [gone = ""] = answers.splice(which % Math.max(answers.length, 1), 1);
    if (gone !== "") sandbox.removeParticipant(watched, gone);
    due.answered.delete(gone);
  } else if (what === "delete" && living.delete(id)) {
    await client.deletePoll({ pollId: id });
    due.made.delete(id);
    due.closed.delete(id);
    due.scheduled.delete(id);
  }
}

describe("a Zap that is switched on", () => {
  it("fires every new poll, response and closed poll exactly once, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (story) => {
        const space = await openSpace();
        let due = owed();
        const tick = async () => {
          for (const kind of ["made", "closed", "scheduled", "answered"] as const) {
            const fired = (await space.zaps[kind].tick()).map(({ id, poll_id }) =>
              kind === "closed" || kind === "scheduled" ? poll_id : id,
            );
            expect([kind, fired.sort()]).toEqual([kind, [...due[kind]].sort()]);
          }
          due = owed();
        };
        for (const { what, which } of story) {
          if (what !== "tick") await happen(space, due, what, which);
          if (what === "tick") await tick();
        }
        await tick();
        await tick();
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});
