/** The instant trigger: what it fires for the sandbox's deliveries, as Zapier passes them to a static hook. */
import { describe, expect, it } from "vitest";
import App from "../index.ts";
import { createDeliver, type Request } from "./deliveries.ts";
import { type Item, startSpace } from "./space.ts";

const space = startSpace();
const deliver = createDeliver(space);
const { time_picked } = App.triggers;

const receive = (rawRequest: Request | undefined, inputData: Record<string, unknown> = {}) =>
  space.run<Item[]>(time_picked, inputData, {}, space.sandbox.apiKey, { rawRequest });

/** A poll of two times in New York, with Ada for the second, Ben for both if need be, and Cleo for none. */
async function createCall() {
  const call = await space.createCall();
  space.answer(call, "Ada", ["no", "yes"], "ada@example.com");
  space.answer(call, "Ben", ["ifNeedBe", "ifNeedBe"], "ben@example.com");
  return { poll: call.id, call, cleo: space.answer(call, "Cleo", [], "cleo@example.com") };
}

type Call = Awaited<ReturnType<typeof createCall>>;
const pick = ({ poll }: Call) => space.sandbox.schedulePoll(poll, "2027-03-02T14:00:00Z");
const answer = ({ poll }: Call) => space.vote(poll, "Dan", { choices: {} });
const remove = ({ poll, cleo }: Call) => space.sandbox.removeParticipant(poll, cleo);

describe("Time Picked", () => {
  /** A call, and the delivery of what happens to it. */
  async function setUp() {
    const call = await createCall();
    const { requests, secret } = await deliver(() => pick(call));
    return { ...call, request: requests[0] as Request, input: { signing_secret: secret } };
  }

  it("takes a signed delivery through Zapier's own tester, which invoke cannot do", async () => {
    const { poll, request, input } = await setUp();
    const bundle = { inputData: input, rawRequest: request };
    expect(await space.harness.runInCore(time_picked, bundle)).toMatchObject([{ poll_id: poll }]);
  });

  it("fires once for a delivery that comes twice, for each of two Zaps, and also if the cache fails", async () => {
    const [one, other] = [await setUp(), await setUp()];
    expect(await receive(one.request, one.input)).toHaveLength(1);
    expect(await receive(one.request, { ...one.input, poll: one.poll })).toEqual([]);
    for (const fires of [1, 0]) expect(await receive(other.request, other.input)).toHaveLength(fires);
    const { request, input } = await setUp();
    space.cache.isBroken = true;
    expect(await receive(request, input)).toHaveLength(1);
  });

  it("fires for a delivery that comes again because the service refused to tell more", async () => {
    const { request, input } = await setUp();
    space.cache.clear();
    const fault = { kind: "respond", status: 429, headers: { "Retry-After": "60" } } as const;
    space.sandbox.setFaults({ rules: [{ fault, path: "/v1/polls/*/participants" }] });
    await expect(receive(request, input)).rejects.toMatchObject({
      name: "ThrottledError",
      message: expect.stringMatching(/It was about Poll ID \w+/),
    });
    space.sandbox.setFaults({ rules: [] });
    expect(await receive(request, input)).toHaveLength(1);
  });

  it("ends quietly for other events, another poll, a ping and a poll that is gone", async () => {
    const call = await createCall();
    const other = await createCall();
    const { requests, secret } = await deliver(() => {
      answer(call);
      remove(call);
      space.sandbox.editPoll(call.poll, { title: "Corrected" });
      for (const { id } of space.sandbox.webhooks.endpoints) space.sandbox.webhooks.ping(id);
    });
    expect(requests).toHaveLength(4);
    for (const request of requests) expect(await receive(request, { signing_secret: secret })).toEqual([]);
    const { request, input, poll } = await setUp();
    expect(await receive(request, { ...input, poll: other.poll })).toEqual([]);
    space.cache.clear();
    await space.client().deletePoll({ pollId: poll });
    expect(await receive(request, input)).toEqual([]);
  });

  it("takes a delivery that Zapier held for most of a day, and none that is older", async () => {
    const { request, input } = await setUp();
    space.pass(23 * 60);
    expect(await receive(request, input)).toHaveLength(1);
    space.pass(2 * 60);
    await expect(receive(request, input)).rejects.toThrow(
      /Signing Secret: the event was signed more than a day ago/,
    );
  });

  it.each([
    ...["", "{", "not JSON", "[]", "{}"].map((content) => ({ content, headers: {} })),
    { content: { type: "poll.scheduled" }, headers: {} },
    { content: "{}", headers: null },
  ])("ends with a sentence for a request that is no event: %j", async (request) => {
    await expect(receive(request as Request)).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringMatching(/^What was sent to the URL of this Zap is not an event of Rallly\./),
    });
  });

  it("refuses a delivery with another secret, another body or no signature, and shows no secret", async () => {
    const { request, input, poll } = await setUp();
    const secret = input.signing_secret;
    const wrong: [Request, string][] = [
      [request, "whsec_other"],
      [{ ...request, content: request.content.replace(poll, "another00000") }, secret],
      [{ ...request, headers: {} }, secret],
    ];
    for (const [each, signing_secret] of wrong) {
      const error = await receive(each, { signing_secret }).catch((reason: Error) => reason);
      expect(error).toMatchObject({ name: "AppError", message: expect.stringContaining("Signing Secret: ") });
      expect((error as Error).message).not.toContain(signing_secret);
    }
  });

  it("finds the signature in headers as they were sent, in small letters and in capitals", async () => {
    const { request, input } = await setUp();
    for (const rename of [
      (name: string) => name.replace("Http-", ""),
      (name: string) => name.toLowerCase(),
      (name: string) => name.toUpperCase(),
    ]) {
      const renamed = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [rename(name), value]),
      );
      space.cache.clear();
      expect(await receive({ ...request, headers: renamed }, input)).toHaveLength(1);
    }
  });

  it("gives the picked time for a calendar, and who can come", async () => {
    const call = await createCall();
    const { requests } = await deliver(() => pick(call));
    const [item] = await receive(requests[0]);
    expect(item).toMatchObject({
      poll_id: call.poll,
      title: "Call",
      status: "scheduled",
      location: "Room 4",
      start: "2027-03-02T09:00:00-05:00",
      end: "2027-03-02T09:30:00-05:00",
      all_day: false,
      available_count: 2,
      names_text: "Ada, Ben",
      emails: "ada@example.com, ben@example.com",
      calendar_file_text: expect.stringContaining("STATUS:CONFIRMED"),
    });
    expect(item?.["invite_link"]).toContain(call.poll);
  });

  it("counts the last answer of a person, once", async () => {
    const made = await createCall();
    space.answer(made.call, "Ada", ["yes", "no"], "ada@example.com");
    space.answer(made.call, "Ben", ["no", "yes"], "ben@example.com");
    const { requests } = await deliver(() => pick(made));
    expect(await receive(requests[0])).toMatchObject([{ available_count: 1, names_text: "Ben" }]);
  });

  it("gives a whole day as a day", async () => {
    const poll = await space.createPoll();
    const { requests } = await deliver(() => space.sandbox.schedulePoll(poll, "2027-03-01"));
    expect(await receive(requests[0])).toMatchObject([
      { start: "2027-03-01", end: "2027-03-02", all_day: true },
    ]);
  });

  it("without a secret takes only a time of the poll, while the poll is scheduled", async () => {
    const call = await createCall();
    const { requests } = await deliver(() => pick(call));
    const content = requests[0]?.content ?? "";
    const receiveUnsigned = (text: string) => receive({ content: text, headers: {} });
    expect(await receiveUnsigned(content)).toHaveLength(1);
    expect(await receiveUnsigned(content.replaceAll("2027-03-02", "2027-03-05"))).toEqual([]);
    space.sandbox.reopenPoll(call.poll);
    expect(await receiveUnsigned(content)).toEqual([]);
  });

  it("shows the newest scheduled polls in the editor, with their first option as the time", async () => {
    const calls = [await createCall(), await createCall()];
    for (const call of calls) pick(call);
    const shown = await space.run<Item[]>(time_picked.operation.performList);
    expect(shown.map((item) => item["poll_id"])).toEqual(calls.map(({ poll }) => poll).reverse());
    expect(shown[0]).toMatchObject({ start: "2027-03-01T09:00:00-05:00", names_text: "Ben" });
  });
});
