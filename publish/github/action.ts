/** The action of action.yml: one poll and one comment for each issue with the label. Needs gh, which GitHub's runners have. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Client, createClient, type Participant, type Poll } from "../../src/api/index.ts";
import { wordProblem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { compareInvitees, PlanError, planPoll, rankOptions } from "../../src/scheduling/index.ts";
import type { ParsedPeople } from "../../src/scheduling/people/parse-people.ts";
import { formatOption, isKnownTimeZone } from "../../src/time/index.ts";
import { type Issue, nameField, readForm } from "./form.ts";

/** Who writes with a workflow's own token. A mark in anybody else's comment is none. */
const ownLogin = "github-actions[bot]";

/** What the action's comment starts with, with the id of its poll if there is one. */
const mark = /^<!-- rallly-poll ([\w-]*) -->/;

/** Serves the issue of the environment, or each open one with the label. Returns the exit code. */
export async function serveIssues(
  { RALLLY_API_KEY: apiKey = "", ...env }: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<number> {
  const { ISSUE = "", LABEL = "", TIME_ZONES = "", GH_REPO, RALLLY_BASE_URL } = env;
  const zones = TIME_ZONES.split(/[\s,]+/).filter(Boolean);
  const gh = async (path: string, ...words: string[]) => {
    const options = { env, maxBuffer: Number.POSITIVE_INFINITY, timeout: 60_000 };
    const call = promisify(execFile)("gh", ["api", `repos/${GH_REPO}/${path}`, ...words], options);
    return JSON.parse((await call).stdout);
  };
  type Comment = { id: number; body: string; user: { login: string } | null };
  const list = async <Item>(path: string): Promise<Item[]> =>
    (await gh(path, "--paginate", "--slurp")).flat();

  async function serve(client: Client, number: string | number) {
    const issue: Issue = await gh(`issues/${number}`);
    const comments = await list<Comment>(`issues/${number}/comments?per_page=100`);
    const own = comments.find(({ user, body }) => user?.login === ownLogin && mark.test(body));
    const id = mark.exec(own?.body ?? "")?.[1];
    // Only the label asks for a poll.
    if (!id && ISSUE === "") return;
    let poll = id ? (await client.getPoll({ pollId: id })).data : undefined;
    // Whoever writes a mark must not read another poll of the space.
    if (poll && !poll.description?.split(/\s/).includes(issue.html_url))
      throw new Error("the poll of its comment is not the issue's");
    let text: string;
    try {
      const { request, invited } = readForm(issue);
      // A poll whose comment could not be written. One of a person may name the issue, too.
      const isOwn = (each: Poll) => each.title === request.title && each.description === request.description;
      poll ??= (await client.listPolls({ limit: 100 })).data.find(isOwn);
      // What a person may not have meant is refused.
      const plan = () => planPoll(request, { offsets: "must-match", past: "refuse" });
      poll ??= (await client.createPoll(plan().body)).data;
      const { data: participants } = await client.listParticipants({ pollId: poll.id });
      text = describePoll(poll, participants, invited, zones);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      text = describeProblems(error);
    }
    const place = own ? `issues/comments/${own.id}` : `issues/${number}/comments`;
    const body = `body=<!-- rallly-poll ${poll?.id ?? ""} -->\n${text}`;
    await gh(place, "--method", own ? "PATCH" : "POST", "--raw-field", body);
    if (poll === undefined) throw new Error("no poll was made: its comment says why");
  }

  let code = 0;
  const attempt = (about: string, run: () => Promise<void>) =>
    run().catch(({ code: reason, message, stderr }) => {
      // What gh says, because its command has texts of others.
      const cure = reason === "POLL_NOT_FOUND" ? " Delete the action's comment, and set the label anew." : "";
      log(`${about}: ${sanitizeLine(stderr || message, 500)}${cure}`);
      code = 1;
    });
  await attempt("rallly-connect", async () => {
    if (apiKey.trim() === "") throw new Error("add the secret RALLLY_API_KEY");
    const wrong = zones.find((zone) => !isKnownTimeZone(zone));
    if (wrong) throw new Error(`time-zones: ${wrong} is not an IANA time zone such as Europe/Berlin`);
    const client = createClient({ apiKey, baseUrl: RALLLY_BASE_URL || undefined });
    const open = `issues?labels=${encodeURIComponent(LABEL)}&state=open&per_page=100`;
    const issues = ISSUE === "" ? await list<Issue>(open) : [{ number: ISSUE }];
    for (const { number } of issues) await attempt(`issue ${number}`, () => serve(client, number));
  });
  return code;
}

/** Text of others in a code span: neither a mention nor markup, and never a mark. */
const quote = (text: string) => `\`${sanitizeLine(text, 300).replaceAll("`", "'").replaceAll("<!", "< !")}\``;

const describeProblems = ({ problems }: PlanError) => {
  const lines = problems.map((each) => `- ${nameField(each.path)}: ${quote(wordProblem(each, nameField))}`);
  return `Correct the issue, and set the label anew.\n\n${lines.slice(0, 20).join("\n")}`;
};

/** Who has answered a poll, who is missing, and the leading time in the zones, or in the poll's. */
function describePoll(poll: Poll, participants: Participant[], invited: ParsedPeople, zones: string[]) {
  if (poll.status === "scheduled") return `A time was picked: see [the poll](${poll.inviteUrl}).`;
  if (poll.status === "canceled") return "This poll was canceled.";
  const isClosed = poll.status === "closed";
  const { people, winners } = rankOptions({ poll, participants });
  const asked = poll.hideParticipants || isClosed ? [] : invited.people;
  const { missing, unclear } = compareInvitees(asked, participants);
  const about = (words: string, entries: readonly { text: string }[]) =>
    entries.length > 0 && `${words}: ${entries.map(({ text }) => quote(text)).join(", ")}`;
  const [best] = poll.hideScores ? [] : winners;
  const shown = zones.length > 0 ? zones : [poll.timeZone];
  const leading = new Set(shown.map((zone) => best && `**${formatOption(best.option, zone)}**`));
  const lines = [
    isClosed ? "Voting is closed.\n" : `**[Vote here](${poll.inviteUrl})**\n`,
    `${people} answered.`,
    about("Missing", missing),
    about("Not sure about", unclear),
    about("People, not understood", invited.problems),
    best && `Leading: ${[...leading].join(", ")}`,
  ];
  return lines.filter(Boolean).join("\n");
}
