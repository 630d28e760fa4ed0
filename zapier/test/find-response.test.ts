/** Whom Find Response finds: the person meant, never somebody whose name contains the same letters. */
import { beforeEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
type Output = Record<string, unknown> & { id: string };

let poll = "";
const find = (person: unknown, match?: string) =>
  harness.run<Output[]>(App.searches.find_response, { inputData: { poll, person, match }, meta: {} });
const names = async (person: unknown, match?: string) => (await find(person, match)).map(({ name }) => name);

const vote = (name: string, email?: string) => {
  harness.sandbox.advance(1000);
  return harness.sandbox.vote(poll, { name, ...(email !== undefined && { email }), choices: {} }).id;
};

beforeEach(async () => {
  const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };
  poll = (await harness.run<Output>(App.creates.create_poll, { inputData: form, meta: {} })).id;
});

describe("Find Response", () => {
  beforeEach(() => {
    vote("Joanna Peel", "joanna@example.com");
    vote("Ann Lee", "ann@example.com");
    vote("Lovelace, Ada");
    vote("José  Núñez-García", "jose@example.com");
    vote("Øyvind O’Neill");
  });

  it.each([
    ["Ann", ["Ann Lee"]],
    ["ANN LEE", ["Ann Lee"]],
    ["Lee, Ann", ["Ann Lee"]],
    ["ANN@example.com", ["Ann Lee"]],
    ["Ann Lee <ann@example.com>", ["Ann Lee"]],
    ['"Lee, Ann" <ann@example.com>', ["Ann Lee"]],
    ["Someone Else <ann@example.com>", ["Ann Lee"]],
    ["ann@example.com <ANN@example.com>", ["Ann Lee"]],
    ['"ann@work" <ann@example.com>', ["Ann Lee"]],
    ["mailto:ann@example.com", ["Ann Lee"]],
    ["Lovelace, Ada", ["Lovelace, Ada"]],
    ["Ada Lovelace", ["Lovelace, Ada"]],
    ["Lovelace", ["Lovelace, Ada"]],
    ["Ada Lovelace <ada@example.com>", ["Lovelace, Ada"]],
    ["jose nunez-garcia", ["José Núñez-García"]],
    ["NÚÑEZ-GARCÍA", ["José Núñez-García"]],
    ["oyvind o'neill", ["Øyvind O’Neill"]],
    [["Ann"], ["Ann Lee"]],
    [{ name: "Ann", email: null }, ["Ann Lee"]],
  ])("finds with %j", async (person, expected) => {
    expect(await names(person)).toEqual(expected);
  });

  it.each([
    "e",
    "An",
    "Anna",
    "nn Lee",
    "Jo",
    "Joan",
    "Nun",
    "Garcia",
    "nn@example.com",
    "example.com",
    "@example.com",
    "ann@example.co",
    "Ann Lee <other@example.com>",
    "Ann Ada",
    "🎉",
  ])("finds nothing with %j", async (person) => {
    expect(await names(person)).toEqual([]);
  });

  it.each(["", " ", "\u200b", "\u2060", ",", '""', "<>", "-", ".", "*"])(
    "asks for a name or an address with %j",
    async (person) => {
      await expect(find(person)).rejects.toThrow(/Name or Email: (is required|.*is not a name)/);
    },
  );

  it("has several people only", async () => {
    for (const person of [
      ["Ann", "Joanna"],
      "ann@example.com, joanna@example.com",
      "Ann <ann@example.com>; Joanna <joanna@example.com>",
    ])
      await expect(find(person)).rejects.toThrow(/Name or Email: has several/);
    const error = await find("a".repeat(1_000_000)).catch(String);
    expect(error).toMatch(/Name or Email: is too long/);
    expect(error.length).toBeLessThan(1_000);
  });

  it("finds only whole names and addresses with Match on the whole name", async () => {
    for (const match of ["whole", "The whole name"]) {
      expect(await names("Ann", match)).toEqual([]);
      expect(await names("ann lee", match)).toEqual(["Ann Lee"]);
      expect(await names("ann@example.com", match)).toEqual(["Ann Lee"]);
    }
    await expect(find("Ann", "fuzzy")).rejects.toThrow(/Match: .*fuzzy.*Whole words of the name/);
  });
});

describe("several responses that match", () => {
  it("are all returned and counted, whole names first, then newest first", async () => {
    for (const name of ["Ann Lee", "Ann", "Joanna", "Mary Ann"]) vote(name);
    const found = await find("Ann");
    expect(found.map(({ name }) => name)).toEqual(["Ann", "Mary Ann", "Ann Lee"]);
    expect(found).toMatchObject(Array(3).fill({ match_count: 3, is_ambiguous: false }));
  });

  it("are reported as ambiguous, with names and addresses", async () => {
    vote("Ann Lee", "ann@example.com");
    const newest = vote("ann  LEE");
    const found = await find("Ann Lee");
    expect(found).toMatchObject([
      { id: newest, match_count: 2, is_ambiguous: true },
      { email: "ann@example.com", is_ambiguous: true },
    ]);
    expect(found[0]?.["matches_text"]).toBe(`ann LEE (Response ID ${newest})\nAnn Lee (ann@example.com)`);
    expect(await find("ann@example.com")).toMatchObject([{ match_count: 1, is_ambiguous: false }]);
    expect(await find(newest)).toMatchObject([{ id: newest }]);
    expect(await find("Lee")).toMatchObject([{ is_ambiguous: true }, {}]);
  });

  it("are not ambiguous when one person responded twice; the last response comes first", async () => {
    const first = vote("Ann Lee", "ann@example.com");
    const last = vote("Ann L.", "ANN@example.com");
    for (const person of ["ann@example.com", "Ann"]) {
      const found = await find(person);
      expect(found.map(({ id }) => id)).toEqual([last, first]);
      expect(found).toMatchObject(Array(2).fill({ match_count: 2, is_ambiguous: false }));
    }
  });

  it("are limited to the newest 20, and all are counted", async () => {
    const ids = Array.from({ length: 25 }, () => vote("Ann Lee"));
    const found = await find("ann");
    expect(found.map(({ id }) => id)).toEqual(ids.slice(5).reverse());
    expect(found[0]).toMatchObject({ match_count: 25, is_ambiguous: true });
    expect(String(found[0]?.["matches_text"]).split("\n")).toHaveLength(20);
  });
});

describe("a mapped response", () => {
  const findById = (response: unknown, person?: string) =>
    harness.run<Output[]>(App.searches.find_response, { inputData: { poll, response, person }, meta: {} });

  it("is found by its id alone, whatever name is filled in, in two requests", async () => {
    const id = vote("Ann Lee", "ann@example.com");
    vote("Ann Lee", "other@example.com");
    const requests = await harness.requestsOf(async () => {
      for (const [response, person] of [[id], [[id], "Somebody Else"], [`${id}:2f8a+/==`, "Ann"]])
        expect(await findById(response, person as string)).toMatchObject([
          { id, email: "ann@example.com", match_count: 1, is_ambiguous: false },
        ]);
    });
    expect(requests.slice(0, 2)).toEqual([
      `GET /v1/polls/${poll}`,
      `GET /v1/polls/${poll}/participants/${id}`,
    ]);
    expect(requests).toHaveLength(6);
  });

  it("is found in a poll that was closed, and in one that was reopened", async () => {
    const id = vote("Ann Lee");
    harness.sandbox.closePoll(poll);
    expect(await findById(id)).toMatchObject([{ id, poll_status: "closed" }]);
    expect(await find("Ann Lee")).toMatchObject([{ id, poll_status: "closed" }]);
    harness.sandbox.reopenPoll(poll);
    expect(await findById(id)).toMatchObject([{ id, poll_status: "open" }]);
  });

  it("is not found when it was deleted", async () => {
    const id = vote("Ann Lee");
    harness.sandbox.removeParticipant(poll, id);
    expect(await findById(id)).toEqual([]);
    expect(await findById("gone00000000")).toEqual([]);
  });

  it.each(["Ann Lee", "ann@example.com", "..", "a/b", ["a", "b"], "x".repeat(100_000)])(
    "is refused when it is no id: %j",
    async (response) => {
      vote("Ann Lee", "ann@example.com");
      await expect(findById(response, "Ann Lee")).rejects.toThrow(/Mapped Response: /);
    },
  );
});
