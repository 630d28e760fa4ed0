import { convertIcsCalendar } from "ts-ics";
import { findBarePoll, listBarePeople, listBarePolls, listNamesWith, localStart, parseWhen } from "./bare.ts";
import type { Job } from "./job.ts";

interface PollRow {
  title: string;
  status: string;
  participants: number;
  first: string;
  last: string;
}

/** Questions about polls, their dates, links and results. */
export const readingJobs: Job[] = [
  {
    question: "Who is ahead for the lunch?",
    calls: 1,
    answer: ["2027-02-16"],
    async run({ call }) {
      const { options } = await call<{ options: { when: string; top?: boolean }[] }>("get_poll_results", {
        title: "lunch",
      });
      return options.filter(({ top }) => top).map(({ when }) => parseWhen(when));
    },
    async bare(api) {
      const poll = await findBarePoll(api, "lunch");
      const { data } = await api.get<{ data: { options: { date: string; isTopChoice: boolean }[] } }>(
        `/polls/${poll.id}/results`,
      );
      return data.options.filter(({ isTopChoice }) => isTopChoice).map(({ date }) => date);
    },
  },
  {
    question: "Which polls are open, and how many are closed?",
    calls: 1,
    answer: {
      open: [
        "Team offsite",
        "Weekly sync",
        "All-hands",
        "Handover of the archive",
        "Interview panel",
        "花見の日程",
        "Run along the river",
        "Board game night",
        "Office hours, all month",
      ],
      closed: 3,
    },
    async run({ call }) {
      const { polls, totals } = await call<{ polls: PollRow[]; totals: Record<string, number> }>(
        "list_polls",
        {},
      );
      const open = polls.filter(({ status }) => status === "open").map(({ title }) => title);
      return { open: open.length === totals["open"] ? open : "some are not shown", closed: totals["closed"] };
    },
    async bare(api) {
      const polls = await listBarePolls(api);
      return {
        open: polls.filter(({ status }) => status === "open").map(({ title }) => title),
        closed: polls.filter(({ status }) => status === "closed").length,
      };
    },
  },
  {
    question: "From when to when do the office hours run?",
    calls: 1,
    answer: ["2027-02-19", "2027-03-10"],
    async run({ call }) {
      const { polls } = await call<{ polls: PollRow[] }>("list_polls", { query: "office hours" });
      return [polls[0]?.first, polls[0]?.last];
    },
    async bare(api) {
      const poll = await findBarePoll(api, "office hours");
      const starts = poll.options.map((option) => localStart(poll, option)).sort();
      return [starts[0], starts.at(-1)].map((start = "") => start.slice(0, 10));
    },
  },
  {
    question: "Give me the organizer's page of the lunch poll",
    calls: 1,
    answer: "https://app.rallly.co/poll/DemoPoll0003",
    run: async ({ call }) => (await call<{ adminUrl: string }>("get_poll", { title: "lunch" })).adminUrl,
    bare: async (api) => (await findBarePoll(api, "lunch")).adminUrl,
  },
  {
    question: "Which time was picked for the lunch?",
    calls: 1,
    answer: { status: "scheduled", lookAt: "https://app.rallly.co/poll/DemoPoll0003" },
    async run({ call }) {
      const { status, pickedTime, adminUrl } = await call<{
        status: string;
        pickedTime: string;
        adminUrl: string;
      }>("get_poll", { title: "lunch" });
      return { status, lookAt: pickedTime === "not in the API; see adminUrl" && adminUrl };
    },
    async bare(api) {
      const { status, adminUrl } = await findBarePoll(api, "lunch");
      return { status, lookAt: adminUrl };
    },
  },
  {
    question: "Which poll has the most answers?",
    calls: 1,
    answer: ["All-hands", 40],
    async run({ call }) {
      const { polls } = await call<{ polls: PollRow[] }>("list_polls", { sort: "responses", limit: 1 });
      return [polls[0]?.title, polls[0]?.participants];
    },
    async bare(api) {
      const polls = await listBarePolls(api);
      const [most] = polls.toSorted((one, other) => other.participantCount - one.participantCount);
      return [most?.title, most?.participantCount];
    },
  },
  {
    question: 'Which polls are about "board", but not the game night?',
    calls: 1,
    answer: ["Board meeting"],
    async run({ call }) {
      const { polls } = await call<{ polls: PollRow[] }>("list_polls", { query: "board", not: "game" });
      return polls.map(({ title }) => title);
    },
    async bare(api) {
      const titles = (await listBarePolls(api)).map(({ title }) => title);
      return titles.filter((title) => /board/i.test(title) && !title.includes("game"));
    },
  },
  {
    question: "Which polls have at least three answers?",
    calls: 1,
    answer: ["Team offsite", "Weekly sync", "All-hands", "花見の日程", "Team lunch"],
    async run({ call }) {
      const { polls, hasMore } = await call<{ polls: PollRow[]; hasMore: boolean }>("list_polls", {
        minResponses: 3,
      });
      return hasMore ? "some are not shown" : polls.map(({ title }) => title);
    },
    async bare(api) {
      const polls = await listBarePolls(api);
      return polls.filter(({ participantCount }) => participantCount >= 3).map(({ title }) => title);
    },
  },
  {
    question: "What is the best time for the board meeting? Katherine must attend.",
    calls: 1,
    answer: { start: "2027-02-26 15:00", link: "https://app.rallly.co/poll/DemoPoll0005" },
    async run({ call }) {
      const { options, fits, adminUrl } = await call<{
        options: { when: string }[];
        fits: boolean;
        adminUrl: string;
      }>("find_best_times", { title: "Board meeting", required: ["Katherine Example"] });
      return fits && { start: parseWhen(options[0]?.when ?? ""), link: adminUrl };
    },
    async bare(api) {
      const poll = await findBarePoll(api, "board meeting");
      const people = await listBarePeople(api, poll);
      const [best] = poll.options
        .map((option) => ({
          option,
          able: listNamesWith(people, option, "yes", "ifNeedBe"),
          yes: listNamesWith(people, option, "yes").length,
        }))
        .filter(({ able }) => able.includes("Katherine Example"))
        .toSorted((one, other) => other.able.length - one.able.length || other.yes - one.yes);
      return best && { start: localStart(poll, best.option), link: poll.adminUrl };
    },
  },
  {
    question: "Make me a calendar entry for the best time of the interview panel",
    calls: 1,
    answer: [
      {
        summary: "Interview panel",
        start: "2027-02-17T14:00:00.000Z",
        end: "2027-02-17T14:45:00.000Z",
      },
    ],
    async run({ call }) {
      const { ics } = await call<{ ics: string }>("find_best_times", {
        title: "Interview panel",
        calendar: 1,
      });
      const { events = [] } = convertIcsCalendar(undefined, ics);
      return events.map(({ summary, start, end }) => ({ summary, start: start.date, end: end?.date }));
    },
    async bare(api) {
      const poll = await findBarePoll(api, "interview panel");
      const people = await listBarePeople(api, poll);
      const [best] = poll.options.toSorted(
        (one, other) =>
          listNamesWith(people, other, "yes", "ifNeedBe").length -
            listNamesWith(people, one, "yes", "ifNeedBe").length ||
          listNamesWith(people, other, "yes").length - listNamesWith(people, one, "yes").length,
      );
      const start = Date.parse(best?.startTime ?? "");
      const end = new Date(start + (best?.duration ?? 0) * 60_000).toISOString();
      return [{ summary: poll.title, start: new Date(start).toISOString(), end }];
    },
  },
];
