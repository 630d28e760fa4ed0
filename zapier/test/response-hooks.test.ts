/** Response Added and Response Removed: fire at once, for the sandbox's signed deliveries. */
import { describe, expect, it } from "vitest";
import App from "../index.ts";
import { createDeliver, type Request } from "./deliveries.ts";
import { type Item, startSpace } from "./space.ts";

const space = startSpace();
const deliver = createDeliver(space);
const { time_picked, response_added, response_removed, new_response } = App.triggers;

const receive = (step: unknown, rawRequest: Request | undefined, inputData: Record<string, unknown> = {}) =>
  space.run<Item[]>(step, inputData, {}, space.sandbox.apiKey, { rawRequest });

const day = "2027-03-01";
it.each([
  ["Time Picked", time_picked, (poll: string) => space.sandbox.schedulePoll(poll, day)],
  ["Response Added", response_added, (poll: string) => space.vote(poll)],
  [
    "Response Removed",
    response_removed,
    (poll: string) => space.sandbox.removeParticipant(poll, space.vote(poll)),
  ],
])(
  "%s takes a signed delivery through Zapier's own tester, which invoke cannot do",
  async (_name, step, act) => {
    const poll = await space.createPoll();
    const { requests, secret } = await deliver(() => act(poll));
    const bundle = { inputData: { signing_secret: secret }, rawRequest: requests.at(-1) };
    expect(await space.harness.run(step, bundle)).toMatchObject([{ poll_id: poll }]);
  },
);

describe("Response Added", () => {
  it("gives the response at once, as New Response does, and the same delivery fires once", async () => {
    const poll = await space.createPoll();
    const { requests, secret } = await deliver(() => space.vote(poll, "Ada", { email: "ada@example.com" }));
    const input = { signing_secret: secret };
    const [item, ...others] = await receive(response_added, requests[0], input);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      poll_id: poll,
      name: "Ada",
      email: "ada@example.com",
      option_1: "yes",
      is_new: true,
    });
    const [polled] = await space.run(new_response, { poll }, { isLoadingSample: true });
    expect(Object.keys(item ?? {})).toEqual(Object.keys(polled ?? {}));
    expect(await receive(response_added, requests[0], input)).toEqual([]);
  });

  it("costs one request where the poll is kept, and none where the response is", async () => {
    const poll = await space.createPoll();
    const first = await deliver(() => space.vote(poll, "Ada"));
    await receive(response_added, first.requests[0]);
    const next = await deliver(() => space.vote(poll, "Ben"));
    const read = () => receive(response_added, next.requests[0]);
    expect(await space.requestsOf(read)).toEqual([`/…/participants/${(await read())[0]?.["response_id"]}`]);
    expect(await space.requestsOf(() => receive(response_added, first.requests[0]))).toEqual([]);
  });

  it("loses none of a burst of 100, and says which response a refused run was about", async () => {
    const poll = await space.createPoll();
    const { requests, secret } = await deliver(() => {
      for (let person = 0; person < 100; person++)
        space.sandbox.vote(poll, { name: `P${person}`, choices: {} });
    });
    expect(requests).toHaveLength(100);
    const fault = { kind: "status", status: 429, retryAfter: "60" } as const;
    space.sandbox.setFaults({ rules: [{ fault, path: "/v1/polls/*/participants/*" }] });
    const fired = new Set<string>();
    const errors: string[] = [];
    const run = async (request: Request) => {
      const items = await receive(response_added, request, { signing_secret: secret }).catch(
        (error: Error) => {
          errors.push(error.message);
          return [];
        },
      );
      for (const { id } of items) fired.add(id);
    };
    await Promise.all(requests.map(run));
    space.sandbox.setFaults({ rules: [] });
    for (const message of errors) expect(message).toMatch(/rate limit.*It was about Response ID \w+/);
    // Zapier replays refused runs.
    for (const request of requests) await run(request);
    expect(fired.size).toBe(100);
  });

  it("ends quietly for another event, another poll, and a response or poll that is gone", async () => {
    const [poll = "", other = ""] = await space.createPolls(2);
    space.vote(poll, "Ada");
    await receive(response_added, (await deliver(() => space.vote(poll, "Ben"))).requests[0]);
    const { requests, secret } = await deliver(() => {
      space.sandbox.removeParticipant(poll, space.vote(poll, "Cleo"));
    });
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(await receive(response_added, request, { signing_secret: secret })).toEqual([]);
      expect(await receive(response_added, request, { signing_secret: secret, poll: other })).toEqual([]);
    }
    space.cache.clear();
    await space.client().deletePoll({ pollId: poll });
    expect(await receive(response_added, requests[0], { signing_secret: secret })).toEqual([]);
  });

  it("refuses what is signed with another secret", async () => {
    const poll = await space.createPoll();
    const { requests } = await deliver(() => space.vote(poll));
    await expect(receive(response_added, requests[0], { signing_secret: "whsec_other" })).rejects.toThrow(
      /Signing Secret: the event is not signed with it/,
    );
  });
});

describe("Response Removed", () => {
  it.each([
    ["with name and address where a trigger has read them", true, { name: "Ada", email: "ada@example.com" }],
    ["with the id alone where none has", false, { name: null, email: null }],
  ])("gives the poll and the response, %s", async (_name, isKept, who) => {
    const poll = await space.createPoll();
    const person = space.vote(poll, "Ada", { email: "ada@example.com" });
    const zap = space.watch(new_response, { poll, include_changes: "yes" });
    if (isKept) await zap.switchOn();
    const { requests, secret } = await deliver(() => space.sandbox.removeParticipant(poll, person));
    const [item] = await receive(response_removed, requests[0], { signing_secret: secret });
    expect(item).toMatchObject({
      poll_id: poll,
      title: "Lunch",
      status: "open",
      response_id: person,
      ...who,
    });
    expect(await receive(response_removed, requests[0], { signing_secret: secret })).toEqual([]);
  });

  it("without a secret does not fire for a response that is there", async () => {
    const poll = await space.createPoll();
    const { requests } = await deliver(() => space.vote(poll));
    const forged = (requests[0]?.content ?? "").replace("participant.created", "participant.deleted");
    expect(await receive(response_removed, { content: forged, headers: {} })).toEqual([]);
  });

  it("shows responses in the editor", async () => {
    const poll = await space.createPoll();
    space.vote(poll, "Ada");
    const [shown] = await space.run<Item[]>(response_removed.operation.performList);
    expect(shown).toMatchObject({ poll_id: poll, name: "Ada" });
    const sample = response_removed.operation.sample as object;
    expect(Object.keys(shown ?? {})).toEqual(Object.keys(sample));
  });
});
