/** Helpers for the scripts over the bare endpoints. They share no code with the client or the server. */
import type { Sandbox } from "../../../src/sandbox/index.ts";
import type { BareApi } from "./job.ts";

/** A poll in a response of the service. */
export interface BarePoll {
  id: string;
  title: string;
  kind: "date" | "time";
  timeZone: string | null;
  status: string;
  adminUrl: string;
  inviteUrl: string;
  participantCount: number;
  options: BareOption[];
  [field: string]: unknown;
}

/** An option in a response of the service. */
export interface BareOption {
  id: string;
  date?: string;
  startTime?: string;
  duration?: number;
}

/** A participant in a response of the service. */
export interface BarePerson {
  id: string;
  name: string;
  email: string | null;
  availability: { start: string; modifiers: string[] }[];
}

interface Page {
  data: BarePoll[];
  nextCursor: string | null;
}

/** Finds a poll by a part of its title: reads pages of the default size until it is there. */
export async function findBarePoll(api: BareApi, words: string): Promise<BarePoll> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await api.get(cursor === "" ? "/polls" : `/polls?cursor=${cursor}`);
    const found = page.data.find(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  }
  throw new Error(`no poll ${words}`);
}

/** Reads up to 100 polls: more than the demo space has. */
export async function listBarePolls(api: BareApi, status?: string): Promise<BarePoll[]> {
  const { data } = await api.get<Page>(`/polls?limit=100${status === undefined ? "" : `&status=${status}`}`);
  return data;
}

/** Creates a poll from the body of a request. */
export async function createBarePoll(api: BareApi, body: object): Promise<BarePoll> {
  return (await api.post<{ data: BarePoll }>("/polls", body)).data;
}

/** Reads everybody who answered a poll. */
export async function listBarePeople(api: BareApi, { id }: BarePoll): Promise<BarePerson[]> {
  return (await api.get<{ data: BarePerson[] }>(`/polls/${id}/participants`)).data;
}

/** A person's vote for an option. */
export function getVote(person: BarePerson, option: BareOption): "yes" | "ifNeedBe" | "noOrUnanswered" {
  const start = option.date ?? option.startTime ?? "";
  const span = person.availability.find((each) => each.start.slice(0, start.length) === start);
  if (span === undefined) return "noOrUnanswered";
  return span.modifiers.includes("ifNeedBe") ? "ifNeedBe" : "yes";
}

/** The names of the people with the given votes for an option. */
export function listNamesWith(people: BarePerson[], option: BareOption, ...votes: string[]): string[] {
  return people.filter((person) => votes.includes(getVote(person, option))).map(({ name }) => name);
}

/** The date of an option, or its start on the clock of the poll. */
export function localStart({ timeZone }: Pick<BarePoll, "timeZone">, option: BareOption): string {
  if (option.startTime === undefined) return option.date ?? "";
  const local = new Date(option.startTime).toLocaleString("sv-SE", { timeZone: timeZone ?? "UTC" });
  return local.slice(0, 16);
}

/** The date, or date and time, at the start of a formatted option. */
export function parseWhen(when: string): string {
  return /\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/.exec(when)?.[0] ?? `no date in ${when}`;
}

/** The starts in lines of one day each: "Mon 2027-03-01 09:00,10:00 +01:00" has two. */
export function parseLines(lines: string[]): string[] {
  return lines.flatMap((line) => {
    const [day = "", times = ""] = line.split(/ (?=\d\d:\d\d)/);
    const date = day.slice(-10);
    return times === "" ? [date] : times.split(",").map((time) => `${date} ${time.slice(0, 5)}`);
  });
}

/** Reads the id of a poll of the sandbox before the job. */
export async function findId(sandbox: Sandbox, title: string): Promise<string> {
  const polls = await readPolls(sandbox);
  const poll = polls.find((each) => each.title === title);
  if (poll === undefined) throw new Error(`the sandbox has no poll ${title}`);
  return poll.id;
}

/** Every poll of the space as the service returns it. */
export async function readPolls(sandbox: Sandbox): Promise<BarePoll[]> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const response = await fetch(`${sandbox.url}/polls?limit=100`, { headers });
  return ((await response.json()) as Page).data;
}
