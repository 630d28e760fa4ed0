import { expect } from "vitest";
import { each, type Job, when } from "./run-job.ts";

const guest = (number: number) => `Guest ${String(number).padStart(2, "0")} <guest${number}@example.com>`;

/** Jobs that change nothing. */
export const readingJobs: Job[] = [
  {
    question: "Who is ahead for the lunch?",
    calls: 1,
    run: async ({ call }) => {
      const { options } = await call("get_poll_results", { poll: "lunch" });
      const [first] = options as { when: string; tied?: boolean }[];
      return [when(first?.when), first?.tied];
    },
    answer: ["2027-02-16", undefined],
  },
  {
    question: "Which polls are open, and how many are closed?",
    calls: 1,
    run: async ({ call }) => {
      const { polls, totals, hasMore } = await call("list_polls");
      const open = each(polls, "status").filter((status) => status === "open").length;
      return {
        hasMore,
        open: open === (totals as { open: number }).open,
        closed: (totals as { closed: number }).closed,
      };
    },
    answer: { hasMore: false, open: true, closed: 3 },
  },
  {
    question: "Which polls are ready to be decided?",
    calls: 1,
    run: async ({ call }) => {
      const { polls } = await call("list_polls", { status: "open", minResponses: 3, best: true });
      return (polls as { title: string; best: { number: number; yes: number; tied?: boolean } }[]).map(
        ({ title, best }) => [title, best.number, best.yes, best.tied],
      );
    },
    answer: [
      ["Team offsite", 1, 2, true],
      ["Weekly sync", 1, 2, undefined],
      ["All-hands", 1, 14, true],
      ["花見の日程", 1, 2, undefined],
    ],
  },
  {
    question: "From when to when do the office hours run?",
    calls: 1,
    run: async ({ call }) => {
      const [poll] = (await call("list_polls", { query: "office hours" }))["polls"] as {
        first: string;
        last: string;
      }[];
      return [when(poll?.first)?.slice(0, 10), poll?.last];
    },
    answer: ["2027-02-19", "2027-03-10"],
  },
  {
    question: "What is on next, and what do we have between the 15th and the 17th?",
    calls: 2,
    run: async ({ call }) => [
      each((await call("list_polls", { sort: "nextDate", limit: 1, status: "open" }))["polls"], "title"),
      each(
        (await call("list_polls", { from: "2027-02-15", to: "2027-02-17", status: "scheduled" }))["polls"],
        "title",
      ),
    ],
    answer: [["Weekly sync"], ["Team lunch"]],
  },
  {
    question: "Which time was picked for the lunch?",
    calls: 1,
    run: async ({ call }) => {
      const { status, pickedTime, adminUrl } = await call("get_poll", { poll: "lunch" });
      return [status, pickedTime, String(adminUrl).split("/").at(-1)];
    },
    answer: ["scheduled", "not in the API; see adminUrl", "DemoPoll0003"],
  },
  {
    question: "Which poll has the most answers, and which have at least three?",
    calls: 2,
    run: async ({ call }) => [
      each((await call("list_polls", { sort: "responses", limit: 1 }))["polls"], "responses"),
      each((await call("list_polls", { minResponses: 3 }))["polls"], "title"),
    ],
    answer: [[40], ["Team offsite", "Weekly sync", "All-hands", "花見の日程", "Team lunch"]],
  },
  {
    question: "What is the best time for the board meeting? Katherine must attend.",
    calls: 1,
    run: async ({ call }) => {
      const { options } = await call("find_best_times", {
        poll: "board meeting",
        required: "Katherine",
      });
      const [first] = options as { when: string; obstacles?: unknown }[];
      return first?.obstacles ?? when(first?.when);
    },
    answer: "2027-02-26 15:00",
  },
  {
    question:
      "When can we hold the weekly sync with Grace? Linus is welcome but need not come, and Priya must.",
    calls: 1,
    run: async ({ call }) => {
      const { missing, text } = await call("find_best_times", {
        poll: "weekly sync",
        required: ["Grace", "Priya"],
        optional: ["Linus"],
      });
      return [each(missing, "name"), text.split(".")[0]];
    },
    answer: [["Priya"], "No option fits: 1 of 2 who must attend have not answered or are unclear"],
  },
  {
    question: "Make me a calendar entry for the best time of the interview panel",
    calls: 1,
    run: async ({ call }) => {
      const { ics } = await call("find_best_times", { poll: "Interview panel", calendar: 1 });
      return String(ics)
        .match(/^(?:DTSTART|DTEND|SUMMARY).*$/gm)
        ?.map((line) => line.trim())
        .sort();
    },
    answer: ["DTEND:20270217T144500Z", "DTSTART:20270217T140000Z", "SUMMARY:Interview panel"],
  },
  {
    question: "Who cannot make the best time of the weekly sync, and how does everybody stand?",
    calls: 1,
    run: async ({ call }) => {
      const { options, participants } = await call("list_participants", {
        poll: "weekly sync",
        option: "best",
      });
      return [(options as string[]).length, each(participants, "vote").sort()];
    },
    answer: [1, expect.any(Array)],
  },
  {
    question: "How many can make each time of the board meeting, and can anybody make nothing?",
    calls: 1,
    run: async ({ call }) => {
      const { options, canMakeNothing } = await call("list_participants", { poll: "board meeting" });
      return [(options as string[]).map((line) => line.split(" | ")[1]), canMakeNothing];
    },
    answer: [["1 yes", "2 yes", "0 yes, 1 if need be", "1 yes, 1 if need be"], undefined],
  },
  {
    question: "What did Ana answer about the interview panel, and when?",
    calls: 1,
    before: async ({ client, sandbox }) => {
      const { data } = await client.listPolls({ limit: 100 });
      const poll = data.find(({ title }) => title === "Interview panel");
      const choices = { "2027-02-17T14:00:00Z": "yes", "2027-02-17T15:00:00Z": "ifNeedBe" } as const;
      sandbox.vote(poll?.id ?? "", { name: "Ana Example", email: "ana@example.com", choices });
    },
    run: async ({ call }) => {
      const { participants } = await call("list_participants", { poll: "interview panel", person: "Ana" });
      const [ana] = participants as { yes: string[]; ifNeedBe: string[]; answeredAt: string }[];
      return [ana?.yes.map(when), ana?.ifNeedBe.map(when), when(ana?.answeredAt)?.slice(0, 10)];
    },
    answer: [["2027-02-17 09:00"], ["2027-02-17 10:00"], "2027-02-12"],
  },
  {
    question: "The addresses of everybody who cannot make the all-hands on Monday at two",
    calls: 1,
    run: async ({ call }) => {
      const { participants, hasMore } = await call("list_participants", {
        poll: "all-hands",
        option: "2027-02-22T14:00",
        answer: "noOrUnanswered",
        includeEmails: true,
      });
      return !hasMore && each(participants, "email");
    },
    answer: [2, 4, 5, 8, 10, 11, 14, 16, 17, 20, 22, 23, 26, 28, 29, 32, 34, 35, 38, 40].map(
      (number) => `guest${number}@example.com`,
    ),
  },
  {
    question: "Who of Grace, Linus and Priya has not answered the weekly sync? Tell me when they have.",
    calls: 1,
    run: async ({ call }) => {
      const { missing, answered, text } = await call("find_missing_people", {
        poll: "weekly sync",
        invited: "Grace, Linus and Priya",
      });
      return [missing, each(answered, "name"), /do not wait here, but call again/.test(text)];
    },
    answer: [["Priya"], ["Grace Hopper", "Linus Example"], true],
  },
  {
    question:
      "I invited these nine to the all-hands: who is missing? And write them a reminder with the link.",
    calls: 1,
    run: async ({ call }) => {
      const invited = [
        ...[1, 2, 3, 5, 8, 13, 21].map(guest),
        "Priya Example <priya@example.org>",
        "Grace Hopper",
      ];
      const { missing, reminder } = await call("find_missing_people", { poll: "all-hands", invited });
      const { title, link, lastDay } = reminder as { title: string; link: string; lastDay: string };
      return [missing, title, link.split("/").at(-1), lastDay];
    },
    answer: [
      ["Priya Example <priya@example.org>", "Grace Hopper"],
      "All-hands",
      "DemoPoll0023",
      "2027-02-23",
    ],
  },
];
