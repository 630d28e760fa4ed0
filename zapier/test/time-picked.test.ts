/** Time Picked: the deliveries of the sandbox, as Zapier passes them to a static hook. */
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
async function createPoll(): Promise<string> {
  const { data } = await space.client().createPoll({
    title: "Call",
    kind: "time",
    location: "Room 4",
    timeZone: "America/New_York",
    duration: 30,
    options: [{ startTime: "2027-03-01T14:00:00Z" }, { startTime: "2027-03-02T14:00:00Z" }],
  });
  const [first = { id: "" }, second = { id: "" }] = data.options;
  const people = [
    ["Ada", { [second.id]: "yes" }],
    ["Ben", { [first.id]: "ifNeedBe", [second.id]: "ifNeedBe" }],
    ["Cleo", {}],
  ] as const;
  for (const [name, choices] of people)
    space.sandbox.vote(data.id, { name, email: `${name.toLowerCase()}@example.com`, choices });
  return data.id;
}

const pick = (poll: string) => space.sandbox.schedulePoll(poll, "2027-03-02T14:00:00Z");

describe("Time Picked", () => {
  it("gives the picked time for a calendar, and who can come", async () => {
    const poll = await createPoll();
    const { requests, secret } = await deliver(() => pick(poll));
    const [item, ...others] = await receive(requests[0], { signing_secret: secret });
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      poll_id: poll,
      title: "Call",
      status: "scheduled",
      location: "Room 4",
      start: "2027-03-02T09:00:00-05:00",
      end: "2027-03-02T09:30:00-05:00",
      all_day: false,
      available_count: 2,
      names_text: "Ada, Ben",
      emails: "ada@example.com, ben@example.com",
    });
    expect(item?.["invite_link"]).toContain(poll);
  });

  it("gives a whole day as a day", async () => {
    const poll = await space.createPoll();
    const { requests } = await deliver(() => space.sandbox.schedulePoll(poll, "2027-03-01"));
    expect(await receive(requests[0])).toMatchObject([
      { start: "2027-03-01", end: "2027-03-02", all_day: true },
    ]);
  });

  it("fires once for a delivery that comes twice, for each of two Zaps", async () => {
    const poll = await createPoll();
    const one = await deliver(() => pick(poll));
    const zaps = [{ signing_secret: one.secret }, { signing_secret: one.secret, poll }];
    expect(await receive(one.requests[0], zaps[0])).toHaveLength(1);
    expect(await receive(one.requests[0], zaps[1])).toEqual([]);
    const next = await createPoll();
    const other = await deliver(() => pick(next));
    for (const fires of [1, 0])
      expect(await receive(other.requests[0], { signing_secret: other.secret })).toHaveLength(fires);
  });

  it("fires for a delivery that comes again because the poll could not be read", async () => {
    const poll = await createPoll();
    const { requests, secret } = await deliver(() => pick(poll));
    const rule = {
      fault: { kind: "status", status: 429, retryAfter: "60" },
      path: "/v1/polls/*/participants",
    };
    space.sandbox.setFaults({ rules: [rule as never] });
    const input = { signing_secret: secret };
    await expect(receive(requests[0], input)).rejects.toMatchObject({ name: "ThrottledError" });
    space.sandbox.setFaults({ rules: [] });
    expect(await receive(requests[0], input)).toHaveLength(1);
  });

  it("fires also if the cache fails", async () => {
    const { requests, secret } = await deliver(async () => pick(await createPoll()));
    space.cache.isBroken = true;
    expect(await receive(requests.at(-1), { signing_secret: secret })).toHaveLength(1);
  });

  it("ends quietly for other events, another poll, a ping and a poll that is gone", async () => {
    const poll = await createPoll();
    const other = await createPoll();
    const { requests, secret } = await deliver(() => {
      space.vote(poll, "Dan", { choices: {} });
      pick(poll);
      space.sandbox.editPoll(poll, { title: "Corrected" });
      for (const { id } of space.sandbox.webhooks.endpoints) space.sandbox.webhooks.ping(id);
    });
    expect(requests).toHaveLength(4);
    const fired: Item[] = [];
    for (const request of requests)
      fired.push(...(await receive(request, { signing_secret: secret, poll: other })));
    await space.client().deletePoll({ pollId: poll });
    for (const request of requests) fired.push(...(await receive(request, { signing_secret: secret })));
    expect(fired).toEqual([]);
  });

  const renames: [name: string, rename: (name: string) => string][] = [
    ["as they were sent", (name) => name.replace("Http-", "")],
    ["in small letters", (name) => name.toLowerCase()],
    ["in capitals", (name) => name.toUpperCase()],
  ];
  it.each(renames)("finds the signature in headers %s", async (_name, rename) => {
    const poll = await createPoll();
    const {
      requests: [request],
      secret,
    } = await deliver(() => pick(poll));
    const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => [rename(name), value]);
    const renamed = { content: request?.content ?? "", headers: Object.fromEntries(headers) };
    expect(await receive(renamed, { signing_secret: secret })).toHaveLength(1);
  });

  it("takes a delivery that Zapier held for most of a day, and none that is older", async () => {
    const poll = await createPoll();
    const { requests, secret } = await deliver(() => pick(poll));
    space.pass(23 * 60);
    expect(await receive(requests[0], { signing_secret: secret })).toHaveLength(1);
    space.pass(2 * 60);
    await expect(receive(requests[0], { signing_secret: secret })).rejects.toThrow(
      /Signing Secret: the event was signed more than a day ago/,
    );
  });

  it("refuses a delivery with another secret, another body or no signature, and names the field", async () => {
    const poll = await createPoll();
    const {
      requests: [request],
      secret,
    } = await deliver(() => pick(poll));
    const content = request?.content ?? "";
    const headers = request?.headers ?? {};
    const wrong: [Request, string][] = [
      [{ content, headers }, "whsec_other"],
      [{ content: content.replace("2027-03-02", "2027-03-01"), headers }, secret],
      [{ content, headers: {} }, secret],
    ];
    for (const [each, signing_secret] of wrong) {
      const error = await receive(each, { signing_secret }).catch((reason: Error) => reason);
      expect(error).toMatchObject({ name: "AppError", message: expect.stringContaining("Signing Secret: ") });
      expect((error as Error).message).not.toContain(signing_secret);
    }
  });

  it("without a secret takes only a time of the poll, while the poll is scheduled", async () => {
    const poll = await createPoll();
    const {
      requests: [request],
    } = await deliver(() => pick(poll));
    const content = request?.content ?? "";
    expect(await receive({ content, headers: {} })).toHaveLength(1);
    expect(await receive({ content: content.replaceAll("2027-03-02", "2027-03-05"), headers: {} })).toEqual(
      [],
    );
    space.sandbox.reopenPoll(poll);
    expect(await receive({ content, headers: {} })).toEqual([]);
  });

  it("shows the newest scheduled polls in the editor, with their first option as the time", async () => {
    const polls = [await createPoll(), await createPoll()];
    for (const poll of polls) pick(poll);
    const shown = await space.run<Item[]>(time_picked.operation.performList);
    expect(shown.map((item) => item["poll_id"])).toEqual([...polls].reverse());
    expect(shown[0]).toMatchObject({ start: "2027-03-01T09:00:00-05:00", names_text: "Ben" });
  });
});
