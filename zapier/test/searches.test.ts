import { beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import App from "../../zapier/index.ts";
import { rankTitle } from "../../zapier/searches/find-poll.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const ids: Record<string, string> = {};
type Found = Record<string, unknown> & { id: string };

const search = (key: keyof typeof App.searches, inputData: Record<string, unknown>) =>
  harness.run<Found[]>(App.searches[key], { inputData, meta: {} });

beforeAll(async () => {
  const client = createClient({ apiKey: harness.sandbox.apiKey, baseUrl: harness.sandbox.url });
  for (const title of [
    "Team lunch in spring",
    "Team lunch",
    "Spring clean",
    "A team lunch again",
    "Café del Mar",
  ]) {
    harness.sandbox.advance(1000);
    const { data } = await client.createPoll({
      title,
      kind: "time",
      timeZone: "America/New_York",
      options: [
        { startTime: "2027-03-01T14:00:00Z", duration: 30 },
        { startTime: "2027-03-02T14:00:00Z", duration: 30 },
        { startTime: "2027-03-02T14:00:00Z", duration: 60 },
      ],
    });
    ids[title] = data.id;
  }
  harness.sandbox.closePoll(ids["Spring clean"] ?? "");
});

const lunch = () => ids["Team lunch"] ?? "";

describe("Find Poll", () => {
  it("finds only the whole title unless told otherwise, whatever its case, accents, spaces and width", async () => {
    for (const title of ["Team lunch", "team LUNCH", " Team\u00a0 lunch ", "Ｔeam lunch", "Te\u200bam lunch"])
      expect((await search("find_poll", { title })).map(({ id }) => id)).toEqual([lunch()]);
    expect(await search("find_poll", { title: "CAFE DEL MAR" })).toMatchObject([{ title: "Café del Mar" }]);
    for (const title of ["Team", "lunch", "Team lunch in", "\u202e"])
      expect(await search("find_poll", { title }).catch(() => [])).toEqual([]);
  });

  it("gives the best match of a part first: the whole title, its beginning, a part of it", async () => {
    const found = await search("find_poll", { title: "team LUNCH", match: "part" });
    expect(found.map(({ title }) => title)).toEqual([
      "Team lunch",
      "Team lunch in spring",
      "A team lunch again",
    ]);
  });

  it("finds words in another order, and letters without their accents", async () => {
    expect(await search("find_poll", { title: "lunch team", match: "part" })).toHaveLength(3);
    expect(await search("find_poll", { title: "cafe del", match: "Any part of the title" })).toHaveLength(1);
  });

  it("finds only whole titles when told so, and among one status only", async () => {
    expect((await search("find_poll", { title: "team lunch", match: "whole" })).map(({ id }) => id)).toEqual([
      lunch(),
    ]);
    expect(await search("find_poll", { title: "spring", match: "part", status: "Closed" })).toHaveLength(1);
    expect(await search("find_poll", { title: "spring clean", status: "open" })).toEqual([]);
    await expect(search("find_poll", { title: "spring", status: "shut" })).rejects.toThrow(
      /Status: .*shut.* is not one of the choices: .*Open.*Canceled/,
    );
    await expect(search("find_poll", { title: "spring", match: "fuzzy" })).rejects.toThrow(
      /Match: .*fuzzy.*The whole title/,
    );
  });

  it("reads no further page once a poll has the whole title, and the newest comes first", async () => {
    const client = createClient({
      apiKey: harness.sandbox.apiKeys.secondSpace,
      baseUrl: harness.sandbox.url,
    });
    const create = async (title: string) => {
      harness.sandbox.advance(1000);
      return (await client.createPoll({ title, kind: "date", options: [{ date: "2027-03-01" }] })).data.id;
    };
    const find = (inputData: Record<string, unknown>) =>
      harness.run<Found[]>(App.searches.find_poll, {
        authData: { apiKey: harness.sandbox.apiKeys.secondSpace },
        inputData,
        meta: {},
      });
    const oldest = await create("Retro");
    for (let index = 0; index < 150; index += 1) await create(`Retro ${index}`);
    const older = await create("Standup");
    const newer = await create("STANDUP");
    const asked = async (inputData: Record<string, unknown>, ids: string[]) => {
      const requests = await harness.requestsOf(async () =>
        expect((await find(inputData)).map(({ id }) => id)).toEqual(ids),
      );
      return requests.length;
    };
    expect(await asked({ title: "standup" }, [newer, older])).toBe(1);
    expect(await asked({ title: "Retro" }, [oldest])).toBe(2);
    expect(await asked({ title: "Retrospective" }, [])).toBe(2);
  });

  it("gives the poll that was picked, in one request", async () => {
    const requests = await harness.requestsOf(async () => {
      expect(await search("find_poll", { poll: lunch(), title: "" })).toMatchObject([{ id: lunch() }]);
    });
    expect(requests).toEqual([`GET /v1/polls/${lunch()}`]);
  });

  it("gives an empty list when nothing is found, also for a picked poll that is gone", async () => {
    expect(await search("find_poll", { title: "dinner" })).toEqual([]);
    expect(await search("find_poll", { poll: "gone00000000" })).toEqual([]);
  });

  it("asks for a title when it has nothing to search by", async () => {
    for (const title of [" ", "\u200b", "\u2060\u00a0"])
      await expect(search("find_poll", { title, poll: null })).rejects.toThrow(/Title: is required/);
  });

  it("ranks titles by how well they match", () => {
    expect(
      ["Lunch", "Lunch time", "My lunch", "time for lunch"].map((text) => rankTitle(text, "lunch")),
    ).toEqual([0, 1, 2, 2]);
    expect(rankTitle("Dinner", "lunch")).toBeUndefined();
  });
});

describe("Find Poll Results", () => {
  it("says when nobody has voted: there is no leader then", async () => {
    const [found] = await search("find_poll_results", { poll: lunch() });
    expect(found).toMatchObject({ has_leader: false, is_tie: false, leading_start: null, response_count: 0 });
    expect(found?.["options"]).toHaveLength(3);
  });

  it("tells of a tie, and leads with the earliest", async () => {
    const [first, second, third] = ["yes", "yes", "no"] as const;
    const poll = await pollOptions();
    harness.sandbox.vote(lunch(), {
      name: "Ada Lovelace",
      email: "ada@example.com",
      choices: { [poll[0] ?? ""]: first, [poll[1] ?? ""]: second, [poll[2] ?? ""]: third },
    });
    const [found] = await search("find_poll_results", { poll: lunch() });
    expect(found).toMatchObject({
      id: lunch(),
      is_tie: true,
      leader_count: 2,
      leading_start: "2027-03-01T09:00:00-05:00",
      leading_end: "2027-03-01T09:30:00-05:00",
      leading_all_day: false,
      leading_yes_count: 1,
      leading_if_need_be_count: 0,
      leading_no_count: 0,
    });
  });

  it("leads with the best option, ready for a calendar, and ranks all others, in two requests", async () => {
    const poll = await pollOptions();
    harness.sandbox.vote(lunch(), {
      name: "Ben",
      choices: { [poll[1] ?? ""]: "yes", [poll[2] ?? ""]: "ifNeedBe" },
    });
    const requests = await harness.requestsOf(async () => {
      const [found] = await search("find_poll_results", { poll: lunch() });
      expect(found).toMatchObject({
        is_tie: false,
        response_count: 2,
        leading_start: "2027-03-02T09:00:00-05:00",
        leading_duration_minutes: 30,
        leading_text: expect.stringMatching(/Tue, 2 March 2027, 09:00.09:30/),
        admin_link: expect.stringContaining(lunch()),
      });
      expect(found?.["options"]).toMatchObject([{ rank: 1 }, { rank: 2 }, { rank: 3 }]);
      expect(String(found?.["options_text"]).split("\n")).toHaveLength(3);
    });
    expect(requests).toHaveLength(2);
  });

  it("finds nothing for a poll that does not exist", async () => {
    expect(await search("find_poll_results", { poll: "gone00000000" })).toEqual([]);
    await expect(search("find_poll_results", {})).rejects.toThrow(/Poll: is required/);
  });
});

describe("Find Response", () => {
  it("lists the options that the person is available for, as text and as line items", async () => {
    const [found] = await search("find_response", { poll: lunch(), person: "Ben" });
    expect(found).toMatchObject({
      last_name: null,
      email: null,
      yes_count: 1,
      if_need_be_count: 1,
      unavailable_count: 1,
      poll_title: "Team lunch",
      availability: [
        { answer: "yes", start: "2027-03-02T09:00:00-05:00", duration_minutes: 30 },
        { answer: "if need be", start: "2027-03-02T09:00:00-05:00", duration_minutes: 60 },
      ],
    });
    expect(String(found?.["availability_text"])).toMatch(/\(if need be\)$/);
    const options = (await pollOptions()).slice(1);
    expect(found?.["availability"]).toMatchObject(options.map((option_id) => ({ option_id })));
  });

  it("finds nothing in a poll that does not exist, and requires a name", async () => {
    expect(await search("find_response", { poll: "gone00000000", person: "Ada" })).toEqual([]);
    await expect(search("find_response", { poll: lunch() })).rejects.toThrow(/Name or Email: is required/);
  });
});

async function pollOptions(): Promise<string[]> {
  const client = createClient({ apiKey: harness.sandbox.apiKey, baseUrl: harness.sandbox.url });
  return (await client.getPoll({ pollId: lunch() })).data.options.map(({ id }) => id);
}
