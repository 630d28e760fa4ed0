import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost, toCaller } from "./harness.ts";
import { makePoll, openService, sendJson } from "./service.ts";
import { openSpace, type SpacePoll } from "./space.ts";

/** The titles of the polls that a result asks about, in their order. */
const readCandidates = (text: string): string[] =>
  [...text.matchAll(/"id":"\w+","title":"([^"]*)"/g)].map(([, title = ""]) => title);

describe("a poll named by its title", () => {
  it("is not opened by its description or location, and else offers the newest titles", async () => {
    const other = { title: "Other", description: "About the retrospective" };
    const { host } = await openSpace(["Retrospective", other]);
    expect((await callTool(host, "get_poll", { poll: "Retrospective" })).data["title"]).toBe("Retrospective");
    const text = await failTool(host, "get_poll", { poll: "exhibition" });
    expect(text).toMatch(
      /^No poll has that id or such a title; the newest are below\. Call again with the id if one is surely meant\. Tell the person otherwise\./,
    );
    expect(readCandidates(text)).toEqual(["Other", "Retrospective"]);
  });

  it("of one word takes one request more than by its id, which the same word may be", async () => {
    const { host, sandbox } = await openHost();
    const count = async (poll: string) => {
      const before = sandbox.requests.length;
      expect((await callTool(host, "find_best_times", { poll })).data).toMatchObject({ id: "DemoPoll0023" });
      return sandbox.requests.length - before;
    };
    expect([await count("DemoPoll0023"), await count("all hands")]).toEqual([2, 2]);
    expect([await count("all-hands"), await count("All-Hands")]).toEqual([3, 3]);
  });

  it("is the title itself rather than part of a longer one, which is named", async () => {
    const { host, ids } = await openSpace(["Offsite", "Offsite dinner"]);
    const [id, longer] = ids;
    const { data } = await callTool(host, "get_poll", { poll: "offsite" });
    expect(data).toMatchObject({ id, alsoMatched: [{ id: longer }] });
  });

  it("of several polls is the only open one, and the others are named", async () => {
    const days = ["2027-03-01", "2027-03-08", "2027-03-15"];
    const { host, sandbox, ids } = await openSpace(days.map((day) => ({ title: "Choir", dates: [day] })));
    const [first = "", second = "", third = ""] = ids;
    sandbox.closePoll(first);
    const text = await failTool(host, "find_best_times", { poll: "choir" });
    expect(text).toMatch(/^3 polls may be meant\. Ask the person/);
    expect([...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)).toEqual([third, second, first]);
    expect(text).toContain('"first":"Mon 2027-03-08"');
    sandbox.closePoll(third);
    for (const tool of ["get_poll", "get_poll_results", "find_best_times", "list_participants"])
      expect((await callTool(host, tool, { poll: "CHOIR" })).data).toMatchObject({
        id: second,
        alsoMatched: [
          { id: third, status: "closed" },
          { id: first, status: "closed" },
        ],
      });
  });

  it("says how many more polls match than are named", async () => {
    const { host, sandbox, ids } = await openSpace(Array(7).fill("Jour fixe"));
    for (const id of ids.slice(1)) sandbox.closePoll(id);
    expect((await callTool(host, "get_poll", { poll: "jour fixe" })).data).toMatchObject({
      alsoMatched: Array.from({ length: 5 }, () => ({ title: "Jour fixe" })),
      alsoMatchedMore: 1,
    });
    const text = await failTool(host, "delete_poll", { poll: "jour fixe", confirmTitle: "Jour fixe" });
    expect(text).toMatch(/"candidates":\[.*\],"candidatesMore":2\}$/);
  });

  it("is asked about or looked for elsewhere when older polls were not searched", async () => {
    const data = [makePoll({ id: "lunchlunch01", title: "Team lunch" })];
    let pages = 0;
    const service = await openService((response) => {
      pages += 1;
      sendJson(response, 200, { data, nextCursor: `${pages}` });
    });
    const { host } = await openHost({ caller: toCaller(service) });
    expect(await failTool(host, "get_poll", { poll: "another dinner" })).toMatch(
      /^No poll has that id or such a title; the newest are below\. Only the newest 500 polls were searched\. list_polls finds older ones\./,
    );
    expect(await failTool(host, "get_poll", { poll: "team lunch" })).toMatch(
      /^5 polls may be meant\. Only the newest 500 polls were searched\..* Ask the person/,
    );
  });

  it("is corrected when nothing visible or nothing at all is given", async () => {
    const { host } = await openHost();
    expect(await failTool(host, "get_poll", { poll: "\u200b" })).toContain("poll: has no visible characters");
    expect(await failTool(host, "get_poll")).toContain("poll: is missing");
  });
});

describe("a poll is certain by words that begin words of its title, and else asked about", () => {
  const teams = ["Retreat days (team A)", "Retreat days (team B)"];
  const budget = ["Budget call", "Call with Mariko", "1:1 with Ana"];
  it.each<[id: string, polls: (string | SpacePoll)[], poll: string, opened: string]>([
    ["word-short-team", teams, "team A", "Retreat days (team A)"],
    ["word-begin-stays", ["Quarterly design review"], "quart des", "Quarterly design review"],
    ["word-fold-stays", ["Café-Treffen im März"], "marz TREFF", "Café-Treffen im März"],
    ["word-bracket-stays", ["Retreat (team A)"], "(team a)", "Retreat (team A)"],
    ["link-of-title", ["Party", "Invite/Party"], "Invite/Party", "Invite/Party"],
    ["title-sign", ["Retro!", "Retro of May"], "retro", "Retro!"],
    ["elision", ["Offsite 2030", "Team lunch"], "l'offsite", "Offsite 2030"],
    ["possession", ["Ada's birthday"], "Ada birthday", "Ada's birthday"],
    ["exact of function words", ["The poll", "The poll about budget"], "the poll", "The poll"],
    ["exact of a word for any meeting", ["Lunch", "Lunch with Mia"], "lunch", "Lunch"],
    ["a word that the title has as two", ["Kick-off call", "Call with Mia"], "kickoff", "Kick-off call"],
    ["exact without words", ["🎉", "Party 🎉"], "🎉", "🎉"],
    ["a number is whole", ["Sync 1", "Sync 10"], "sync 1", "Sync 1"],
    ["part of a text without spaces", ["花見の日程", "会議の日程"], "花見", "花見の日程"],
    ["Thai has no spaces", ["ประชุมทีมการตลาด", "งานเลี้ยง"], "การตลาด", "ประชุมทีมการตลาด"],
    ["Korean with a particle", ["점심 약속", "예산 검토"], "예산", "예산 검토"],
  ])("opens: %s", async (_, polls, poll, opened) => {
    const { host } = await openSpace(polls);
    expect((await callTool(host, "get_poll", { poll })).data["title"]).toBe(opened);
  });

  it.each<[id: string, tool: string, polls: (string | SpacePoll)[], poll: string, candidates: string[]]>([
    ["word-part-best", "find_best_times", ["Sprint meeting"], "PR meeting", ["Sprint meeting"]],
    ["word-part-one", "get_poll", ["Onboarding Samira"], "board", ["Onboarding Samira"]],
    ["an abbreviation is whole", "get_poll", ["Project kickoff"], "PR kickoff", ["Project kickoff"]],
    ["a title without the meeting", "get_poll", ["Team lunch"], "team meeting", ["Team lunch"]],
    ["words for any meeting alone", "get_poll", ["Team lunch", "Offsite"], "the lunch", ["Team lunch"]],
    ["another letter", "get_poll", ["Retreat (team B)"], "team A", ["Retreat (team B)"]],
    [
      "filler-about",
      "get_poll",
      budget,
      "the thing with the budget",
      ["Budget call", "1:1 with Ana", "Call with Mariko"],
    ],
    [
      "filler-one-candidate",
      "get_poll",
      ["Quarterly design review"],
      "the design review",
      ["Quarterly design review"],
    ],
    [
      "the rarest word first",
      "get_poll",
      ["Call with Mariko", "Budget 2029", "Budget 2030"],
      "budget with Mariko",
      ["Call with Mariko", "Budget 2030", "Budget 2029"],
    ],
  ])("asks: %s", async (_, tool, polls, poll, candidates) => {
    const { host } = await openSpace(polls);
    const text = await failTool(host, tool, { poll });
    expect(readCandidates(text)).toEqual(candidates);
    expect(text).toContain(
      candidates.length === 1 ? "Ask the person whether it is that one" : "Ask the person which one is meant",
    );
  });

  it("word-part-copy: copies nothing that only a part of a word names", async () => {
    const { host, sandbox } = await openSpace(["Sprint meeting"]);
    const text = await failTool(host, "create_poll", { copyFrom: "PR meeting", shiftDays: 7 });
    expect(readCandidates(text)).toEqual(["Sprint meeting"]);
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it.each([
    ["get_poll", {}],
    ["get_poll_results", {}],
    ["find_best_times", {}],
    ["find_best_times", { perOption: 1 }],
    ["list_participants", {}],
    ["find_missing_people", { invited: ["Ada"] }],
  ])("%s says first of a scheduled poll that its time is not known: %j", async (tool, args) => {
    const { host } = await openHost();
    const { text } = await callTool(host, tool, { poll: "team lunch", ...args });
    expect(text).toMatch(
      /^A time has been picked\. Neither the API nor the votes say which one: the person sees it at adminUrl\. /,
    );
    expect(text.includes("What follows uses votes only.")).toBe(tool === "find_best_times");
  });

  it("Every tool shows the poll that it read by the same fields", async () => {
    const { host, ids } = await openSpace(["Team lunch", "Offsite"]);
    const fields = { id: ids[0], title: "Team lunch", status: "open", kind: "date", responses: 0 };
    for (const tool of ["get_poll", "get_poll_results", "find_best_times", "list_participants"])
      expect((await callTool(host, tool, { poll: "team lun" })).data, tool).toMatchObject(fields);
    const args = { poll: "team lun", invited: ["Ada"] };
    expect((await callTool(host, "find_missing_people", args)).data).toMatchObject(fields);
    const again = { title: "Team lunch", dates: ["2030-03-04"] };
    expect((await callTool(host, "create_poll", again)).data).toMatchObject(fields);
    const { data } = await callTool(host, "list_polls", { query: "lunch" });
    expect(data["polls"]).toMatchObject([fields]);
  });
});
