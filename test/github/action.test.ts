/** The GitHub action: an issue's form and comments, a stand-in for gh, and a sandbox. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveIssues } from "../../publish/github/action.ts";
import { openSandbox, toCaller } from "../mcp/harness.ts";
import type { Repository } from "./gh.ts";

const address = (number: number) => `https://github.com/owner/repository/issues/${number}`;

/** The text that GitHub makes of a form. */
const write = (fields: Record<string, string>) =>
  ["Days", "Times", "Time zone", "Minutes", "People"]
    .map((name) => `### ${name}\n\n${fields[name] ?? "_No response_"}`)
    .join("\n\n");

/** A repository with an issue of this form, a space, and the action. */
async function open(fields: Record<string, string>, issue: Partial<Repository["issues"][0]> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "github-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "repository.json");
  const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve("test/github/gh.ts")}" "$@"\n`;
  writeFileSync(join(folder, "gh"), program, { mode: 0o755 });
  const seventh = {
    number: 7,
    title: "Lunch",
    body: write(fields),
    html_url: address(7),
    labels: ["poll"],
    ...issue,
  };
  const repository: Repository = { issues: [seventh], comments: [], broken: [] };
  const sandbox = await openSandbox({ now: undefined });
  const { client } = toCaller(sandbox);
  const read = (): Repository => JSON.parse(readFileSync(file, "utf8"));
  const change = (changed: Partial<Repository>) =>
    writeFileSync(file, JSON.stringify({ ...read(), ...changed }));
  writeFileSync(file, JSON.stringify(repository));
  return {
    ...{ sandbox, client, change, read, file, issue: seventh },
    comments: () => read().comments.map(({ body }) => body),
    /** The polls of the space that the action made. */
    polls: async () =>
      (await client.listPolls({ limit: 100 })).data.filter(({ description }) =>
        description?.startsWith("https://github.com"),
      ),
    /** Runs the action for the issue, or as on the schedule. */
    async run(asked: string, environment: Record<string, string> = {}) {
      const lines: string[] = [];
      const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url, GITHUB_STAND_IN: file };
      const path = `${folder}:${process.env["PATH"]}`;
      const settings = {
        GH_REPO: "owner/repository",
        LABEL: "poll",
        PATH: path,
        ISSUE: asked,
        ...env,
        ...environment,
      };
      const code = await serveIssues(settings, (line) => lines.push(line));
      return { code, log: lines.join("\n") };
    },
  };
}

const times = {
  Times: "2037-03-02 10:00\r\n- 2037-03-03 14:00",
  "Time zone": "Europe/Berlin",
  Minutes: "60 min",
};

it("makes one poll and keeps one comment, from the label to the picked time", async () => {
  const people = { People: "Ada Lovelace\n@octo `x`\nthe team" };
  const { run, comments, polls, sandbox } = await open({ ...times, ...people });
  expect(await run("7")).toEqual({ code: 0, log: "" });
  const [poll] = await polls();
  expect(poll).toMatchObject({ title: "Lunch (#7)", description: address(7), timeZone: "Europe/Berlin" });
  expect(comments()).toEqual([
    `<!-- rallly-poll ${poll?.id} -->\n**[Vote here](${poll?.inviteUrl})**\n\n0 answered.\nMissing: \`Ada Lovelace\`\nPeople, not understood: \`@octo 'x'\`, \`the team\``,
  ]);
  sandbox.vote(poll?.id ?? "", { name: "Ada Lovelace", choices: { "2037-03-03T13:00:00Z": "yes" } });
  // A second label, and the schedule.
  expect((await run("7")).code).toBe(0);
  expect((await run("", { TIME_ZONES: "Europe/Berlin Asia/Tokyo" })).code).toBe(0);
  expect(await polls()).toHaveLength(1);
  expect(comments()).toEqual([expect.stringMatching(/1 answered\.\nPeople, not/)]);
  expect(comments()[0]).toContain(
    "Leading: **Tue, 3 March 2037, 14:00-15:00 (Europe/Berlin, UTC+01:00)**, **Tue, 3 March 2037, 22:00-23:00 (Asia/Tokyo, UTC+09:00)**",
  );
  sandbox.schedulePoll(poll?.id ?? "", "2037-03-03T13:00:00Z");
  await run("");
  expect(comments()).toEqual([expect.stringContaining(`${poll?.id} -->\nA time was picked`)]);
});

it("makes a poll of days, for which the form's zone and minutes mean nothing", async () => {
  const { run, polls, comments, sandbox } = await open({ Days: "* 2037-03-02\n2037-03-03", Minutes: "30" });
  expect((await run("7")).code).toBe(0);
  const [poll] = await polls();
  expect(poll?.options).toMatchObject([{ date: "2037-03-02" }, { date: "2037-03-03" }]);
  sandbox.vote(poll?.id ?? "", { name: "Ada", choices: { "2037-03-03": "yes" } });
  await run("", { TIME_ZONES: "Europe/Berlin America/New_York" });
  expect(comments()[0]).toMatch(/Leading: \*\*Tuesday, 3 March 2037\*\*$/);
});

it("github-closed: shows a closed poll without a link to vote, and misses nobody", async () => {
  const { run, polls, comments, sandbox } = await open({ ...times, People: "Ada\nBo\nthe team" });
  await run("7");
  const [{ id = "" } = {}] = await polls();
  sandbox.vote(id, { name: "Ada", choices: { "2037-03-03T13:00:00Z": "yes" } });
  sandbox.closePoll(id);
  await run("");
  expect(comments()).toEqual([
    expect.stringMatching(
      /-->\nVoting is closed\.\n\n1 answered\.\nPeople, not .*\nLeading: \*\*Tue, 3 March 2037/,
    ),
  ]);
});

it("github-deleted: says how to get another poll for one that was deleted", async () => {
  const { run, polls, change, client } = await open({ Days: "2037-03-02" });
  await run("7");
  await client.deletePoll({ pollId: (await polls())[0]?.id ?? "" });
  expect(await run("7")).toEqual({
    code: 1,
    log: expect.stringMatching(
      /^issue 7: Poll not .* Delete the action's comment, and set the label anew\.$/,
    ),
  });
  change({ comments: [] });
  expect((await run("7")).code).toBe(0);
  expect(await polls()).toHaveLength(1);
});

it.each([
  ["another title", { title: "Salary of Bob", description: address(7) }],
  ["more in its description", { title: "Lunch (#7)", description: `private, cf. ${address(7)}` }],
])("github-other: shows no poll of an organizer that names the issue, with %s", async (_, other) => {
  const { run, comments, client } = await open({ Days: "2037-03-02" });
  const { data } = await client.createPoll({ ...other, kind: "date", options: [{ date: "2037-03-09" }] });
  expect((await run("7")).code).toBe(0);
  expect(comments()).toEqual([expect.stringContaining("Vote here")]);
  expect(comments()[0]).not.toContain(data.id);
});

it.each(["Lunch", "\u200b"])(
  "finds the poll of %j again whose comment could not be written",
  async (title) => {
    const { run, polls, change, comments } = await open(times, { title });
    change({ broken: ["/issues/7/comments"] });
    expect((await run("7")).code).toBe(1);
    change({ broken: [] });
    await run("7");
    await run("7");
    expect(await polls()).toHaveLength(1);
    expect(comments()).toHaveLength(1);
  },
);

describe("a form that is wrong", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["nothing", {}, /- Days: `"" .*written YYYY-MM-DD/],
    ["days and times", { ...times, Days: "2037-03-02" }, /- Days: `belongs to a poll about whole days/],
    ["a day in words", { Days: "March 5" }, /- Days: `"March 5" .*written YYYY-MM-DD/],
    ["a past day", { Days: "2020-03-05" }, /- Days: `.*(?:past|over)/],
    ["a time without a zone", { ...times, "Time zone": "" }, /- Time zone: `"" is not the IANA time zone/],
    ["a time that does not exist", { ...times, Times: "2037-03-29 02:30" }, /- Times: `02:30 does not exist/],
    ["minutes in words", { ...times, Minutes: "as usual" }, /- Minutes: `must be a whole number of minutes/],
    ["no minutes", { ...times, Minutes: "" }, /- Minutes: `must be a whole number of minutes/],
    ["too much text", { Days: "2037-03-02\n".repeat(2_000) }, /- The form: `has more than 20000 characters`/],
    ["a mark", { Days: "<!-- rallly-poll offsite -->" }, /- Days: `"< !-- rallly-poll offsite -->" is not/],
    ["a mention, markup and a fence", { Days: "@team <img src=x>\n```" }, /- Days: `"@team <img src=x>" is/],
  ])("with %s is answered in its own words, in code", async (_, fields, text) => {
    const { run, comments } = await open(fields);
    expect((await run("7")).code).toBe(1);
    expect(comments()).toEqual([expect.stringMatching(text)]);
    expect(comments()[0]?.replace(/`[^`\n]*`/g, "")).not.toMatch(/@|<(?!!-- rallly-poll {2}-->\n)|`|start:/);
  });

  it("github-mark: is left alone by the schedule, and its comment becomes that of the poll", async () => {
    const { run, comments, polls, issue, change } = await open({
      Days: "2030-03-04\n<!-- rallly-poll offsite -->",
    });
    await run("7");
    const before = comments();
    expect(await run("")).toEqual({ code: 0, log: "" });
    expect([comments(), await polls()]).toEqual([before, []]);
    change({ issues: [{ ...issue, body: write({ Days: "2037-03-02" }) }] });
    expect((await run("7")).code).toBe(0);
    expect(comments()).toEqual([expect.stringContaining("Vote here")]);
  });

  it("keeps the poll that it had before", async () => {
    const { run, comments, issue, change } = await open({ Days: "2037-03-02" });
    await run("7");
    const [id] = /rallly-poll \S+/.exec(comments()[0] ?? "") ?? [];
    change({ issues: [{ ...issue, body: "x".repeat(60_000) }] });
    expect((await run("")).code).toBe(0);
    expect(comments()).toEqual([expect.stringMatching(`${id} -->\nCorrect the issue`)]);
  });
});

describe("a mark", () => {
  /** A comment that somebody or something wrote. */
  async function mark(login: string | null, toBody: (id: string) => string) {
    const opened = await open({ Days: "2037-03-02" });
    const [secret] = (await opened.client.listPolls({ limit: 1 })).data;
    opened.change({
      comments: [{ id: 1, issue: 7, user: login ? { login } : null, body: toBody(secret?.id ?? "") }],
    });
    return { ...opened, secret };
  }
  const bot = "github-actions[bot]";
  const start = (id: string) => `<!-- rallly-poll ${id} -->\nVote`;

  it.each<[string, string | null, (id: string) => string]>([
    ["of a person", "eve", start],
    ["of another bot", "eve[bot]", start],
    ["of a deleted account", null, start],
    ["inside of a comment", bot, (id) => `> ${start(id)}`],
    ["behind a blank", bot, (id) => ` ${start(id)}`],
    ["that another program of the repository wrote", bot, start],
    ["with a title", bot, () => start("offsite")],
    ["with a path", bot, (id) => start(`../polls/${id}`)],
  ])("%s shows no other poll of the space", async (_, login, toBody) => {
    const { run, comments, secret } = await mark(login, toBody);
    const before = comments();
    await run("");
    expect(comments()).toEqual(before);
    expect(comments()[0]).not.toContain(secret?.inviteUrl);
  });

  it("of another issue shows no poll of that", async () => {
    const { run, issue, change, comments, read } = await open({ Days: "2037-03-02" });
    const other = { ...issue, number: 70, html_url: address(70) };
    change({ issues: [issue, other] });
    await run("70");
    const [{ body = "" } = {}] = read().comments;
    change({ comments: [{ id: 1, issue: 7, user: { login: bot }, body }] });
    const { code, log } = await run("");
    expect([code, log]).toEqual([1, "issue 7: the poll of its comment is not the issue's"]);
    expect(comments()).toEqual([body]);
  });
});

it("one issue that cannot be served keeps no other from its poll", async () => {
  const { run, issue, change, comments } = await open({ Days: "2037-03-02" });
  change({ issues: [issue, { ...issue, number: 8, html_url: address(8) }] });
  await run("7");
  await run("8");
  change({ broken: ["/issues/7"] });
  const before = comments();
  expect(await run("")).toEqual({ code: 1, log: "issue 7: gh: Not Found (HTTP 404)" });
  expect(comments()).toEqual(before);
});

it("shows neither names nor the leading time of a poll that hides them", async () => {
  const { run, polls, comments, sandbox } = await open({ Days: "2037-03-02", People: "Ada" });
  await run("7");
  const [{ id = "" } = {}] = await polls();
  sandbox.editPoll(id, { hideParticipants: true, hideScores: true });
  sandbox.vote(id, { name: "Bo", choices: { "2037-03-02": "yes" } });
  await run("");
  expect(comments()).toEqual([expect.stringMatching(/1 answered\.$/)]);
});

it.each(["", " "])("asks for the secret, and posts nothing, with %j for a key", async (key) => {
  const { run, comments } = await open({ Days: "2037-03-02" });
  const log = "rallly-connect: add the secret RALLLY_API_KEY";
  expect(await run("7", { RALLLY_API_KEY: key })).toEqual({ code: 1, log });
  expect(comments()).toEqual([]);
});

it("github-zones: names the input of a wrong time zone, and makes no poll", async () => {
  const { run, comments, polls } = await open({ Days: "2037-03-02" });
  expect(await run("7", { TIME_ZONES: "Europe/Berlin, Nowhere/Land" })).toEqual({
    code: 1,
    log: "rallly-connect: time-zones: Nowhere/Land is not an IANA time zone such as Europe/Berlin",
  });
  expect([comments(), await polls()]).toEqual([[], []]);
});

it("logs what the service says of a wrong key, without the key, and posts nothing", async () => {
  const { run, comments } = await open({ Days: "2037-03-02" });
  const key = "sk_wxyz9876_Kp3mB8vQ2nL7tR5wY9xC4dF6";
  const { code, log } = await run("7", { RALLLY_API_KEY: key });
  expect([code, comments()]).toEqual([1, []]);
  expect(log).toMatch(/^issue 7: .*key/);
  expect(log).not.toContain(key);
});

it("github-blank-lines: reads people between thousands of blank lines", async () => {
  const { run, comments } = await open({
    Days: "2037-03-02",
    People: `a${"\n".repeat(4_000)}b\n${"\u3000\n".repeat(7_000)}c`,
  });
  await run("7");
  expect(comments()).toEqual([expect.stringContaining("Missing: `a`, `b`, `c`")]);
});
