/** What people write and map into Invited People. Ada Lovelace, ada@example.com, has answered. */
import { describe, expect, it } from "vitest";
import App from "../index.ts";
import { startSpace } from "./space.ts";

const space = startSpace();
const { find_missing_people } = App.searches;
const { people_still_missing } = App.triggers;

async function find(invited_people: unknown) {
  const poll = await space.createPoll();
  space.vote(poll, "Ada Lovelace", { email: "ada@example.com" });
  const [found] = await space.run<Record<string, unknown>[]>(find_missing_people, { poll, invited_people });
  return [found?.["invited_count"], found?.["missing_text"], found?.["unclear_count"]];
}

const unclear = /Invited People: .* could be one person or two\. Put each on its own line/;
const nobody = /Invited People: .* is nobody's name/;

it("gives the first name of a name that begins with the family", async () => {
  const poll = await space.createPoll();
  const found = await space.run(find_missing_people, { poll, invited_people: '"Cole, Ben" <ben@x.org>' });
  expect(found).toMatchObject([{ missing_people: [{ first_name: "Ben", last_name: "Cole" }] }]);
});

describe("Invited People", () => {
  it.each<[id: string, list: unknown, people: number, missing: string, unclear?: number]>([
    ["brackets-team", "Ada (Sales)", 1, "", 1],
    ["list-people-fence", '```json\n["ada@example.com","zoe@example.com"]\n```', 2, "zoe@example.com"],
    ["list-people-numbered", "1. Ada Lovelace\n2. Zoe", 2, "Zoe"],
    ["two-degrees", "Ben Carter PhD, Zoe Zimmer PhD", 2, "Ben Carter PhD, Zoe Zimmer PhD"],
    ["two-jr-sr", "Ben Carter Jr., Kim Lee Sr.", 2, "Ben Carter Jr., Kim Lee Sr."],
    ["three", "Ada Lovelace, Ben Carter, Zoe", 3, "Ben Carter, Zoe"],
    ["two-semicolon", "Ada Lovelace; Zoe", 2, "Zoe"],
    ["two-as-list", ["Ada Lovelace", "Zoe"], 2, "Zoe"],
    ["family-first-list", ["Lovelace, Ada", "Ohlsen, Nils"], 2, "Ohlsen, Nils"],
    ["blank-like-names", ["Noa", "Ned True", "Nan"], 3, "Noa, Ned True, Nan"],
    [
      "status-needs-action",
      "ada@example.com (accepted), zoe@example.com (needsAction)",
      2,
      "zoe@example.com",
    ],
    ["status-no-response", "zoe@example.com (no response)", 1, "zoe@example.com"],
    ["status-after-name", "Kim Lee (tentative)", 1, "Kim Lee"],
    ["brackets-address", "Kim Lee (kim@example.com)", 1, "Kim Lee"],
    ["a dash before an address", "Ben Cole - ben@x.org", 1, "Ben Cole"],
    ["a member of Slack", [{ real_name: "Dora", profile: { email: "dora@example.com" } }], 1, "Dora"],
  ])("%s: %j", async (_, list, people, missing, unclear = 0) => {
    expect(await find(list)).toEqual([people, missing, unclear]);
  });

  it.each<[id: string, list: unknown, message: RegExp]>([
    ["list-people-bold", "* **Zoe Zimmer**\n* **Ada Lovelace**", /is not a name or an email address/],
    ["family-first", "Lovelace, Ada", unclear],
    ["two-full-and-first", "Ada Lovelace, Zoe", unclear],
    ["two-first-and-full", "Zoe, Ben Carter", unclear],
    ["two-hyphen", "Anna-Maria Schmidt, Tom", unclear],
    ["two-roles", "Ben Carter (host), Zoe (optional)", unclear],
    ["family-particle", "van der Berg, Jan", unclear],
    ["two-families", "García Márquez, Gabriel", unclear],
    ["blank-na", "N/A", nobody],
    ["blank-sheet", "#N/A", nobody],
    ["blank-tbd", "TBD", nobody],
    ["blank-none", "none", nobody],
    ["blank-true", "true", nobody],
    ["blank-beside-people", "Ada Lovelace, TBD", nobody],
    ["blank-everyone", "everyone", nobody],
    ["other data", [{ company: "Example" }], /company.* has neither a name nor an email address/],
    ["a broken address", "ada@example..com", /is not a complete email address/],
  ])("%s: %j is refused in both steps", async (_, list, message) => {
    await expect(find(list)).rejects.toThrow(message);
    const input = { invited_people: list, waiting_time: "2 days" };
    await expect(space.watch(people_still_missing, input).switchOn()).rejects.toThrow(message);
  });

  it("twice-name-missing, missing-beside-extra: says who answered twice, and that people may have other names", async () => {
    const poll = await space.createPoll();
    for (const name of ["Kim Holt", "Lena Ott", "Kim Holt"]) space.vote(poll, name);
    const invited_people = ["Kim Holt", "Magdalena Ott"];
    const [found] = await space.run<Record<string, unknown>[]>(find_missing_people, { poll, invited_people });
    expect(found).toMatchObject({ missing_text: "Magdalena Ott", not_invited_text: "Lena Ott" });
    expect(found?.["people_read_text"]).toBe(
      "Read as 2 people. 1 person answered twice (or two people of one name): the last answer counts. Somebody who is not invited has answered, and may be one of the missing people under another name.",
    );
  });
});
