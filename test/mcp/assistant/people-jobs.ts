import {
  findBarePoll,
  findId,
  getVote,
  listBarePeople,
  listNamesWith,
  localStart,
  parseWhen,
} from "./bare.ts";
import type { Job } from "./job.ts";

interface People {
  participants: { name: string; email?: string }[];
  hasMore: boolean;
}

interface Votes {
  yes: string[];
  ifNeedBe: string[];
}

interface Invited {
  missing: string[];
  answered: { name: string }[];
  reminder: string;
}

const guest = (number: number) => `Guest ${String(number).padStart(2, "0")} <guest${number}@example.com>`;
const invited = [...[1, 2, 3, 5, 8, 13, 21].map(guest), "Priya Example <priya@example.org>", "Grace Hopper"];

/** Questions about the people who answered, or did not. */
export const peopleJobs: Job[] = [
  {
    question: "Who of Grace, Linus and Priya has not answered the weekly sync?",
    calls: 1,
    answer: { missing: ["Priya"], answered: ["Grace Hopper", "Linus Example"] },
    async run({ call }) {
      const { missing, answered } = await call<Invited>("find_missing_people", {
        title: "weekly sync",
        invited: ["Grace", "Linus", "Priya"],
      });
      return { missing, answered: answered.map(({ name }) => name) };
    },
    async bare(api) {
      const people = await listBarePeople(api, await findBarePoll(api, "weekly sync"));
      const find = (name: string) => people.filter((person) => person.name.startsWith(name));
      const invited = ["Grace", "Linus", "Priya"];
      return {
        missing: invited.filter((name) => find(name).length === 0),
        answered: invited.flatMap(find).map(({ name }) => name),
      };
    },
  },
  {
    question:
      "I invited these nine to the all-hands: who is missing? And write them a reminder with the link.",
    calls: 1,
    answer: { missing: ["Priya Example", "Grace Hopper"], link: "https://app.rallly.co/invite/DemoPoll0023" },
    async run({ call }) {
      const { missing, reminder } = await call<Invited>("find_missing_people", {
        title: "all-hands",
        invited,
      });
      return {
        missing: missing.map((person) => person.split(" <")[0]),
        link: /http\S+$/.exec(reminder)?.[0],
      };
    },
    async bare(api) {
      const poll = await findBarePoll(api, "all-hands");
      const people = await listBarePeople(api, poll);
      const names = invited.map((person) => person.split(" <")[0] ?? "");
      return {
        missing: names.filter((name) => !people.some((person) => person.name === name)),
        link: poll.inviteUrl,
      };
    },
  },
  {
    question: "What did Ana answer about the interview panel?",
    calls: 1,
    answer: {
      yes: ["2027-02-17 09:00", "2027-02-18 11:00"],
      ifNeedBe: ["2027-02-17 10:00"],
    },
    async prepare(sandbox) {
      sandbox.vote(await findId(sandbox, "Interview panel"), {
        name: "Ana Example",
        email: "ana@example.com",
        choices: {
          "2027-02-17T14:00:00Z": "yes",
          "2027-02-17T15:00:00Z": "ifNeedBe",
          "2027-02-18T16:00:00Z": "yes",
        },
      });
    },
    async run({ call }) {
      const { yes, ifNeedBe } = await call<Votes>("get_participant", {
        title: "interview panel",
        person: "Ana",
      });
      return { yes: yes.map(parseWhen), ifNeedBe: ifNeedBe.map(parseWhen) };
    },
    async bare(api) {
      const poll = await findBarePoll(api, "interview panel");
      const ana = (await listBarePeople(api, poll)).filter(({ name }) => name.startsWith("Ana"));
      const list = (vote: string) =>
        poll.options
          .filter((option) => listNamesWith(ana, option, vote).length > 0)
          .map((option) => localStart(poll, option));
      return { yes: list("yes"), ifNeedBe: list("ifNeedBe") };
    },
  },
  {
    question: "The addresses of everybody who cannot make the all-hands on Monday at two",
    calls: 1,
    answer: [2, 4, 5, 8, 10, 11, 14, 16, 17, 20, 22, 23, 26, 28, 29, 32, 34, 35, 38, 40].map(
      (number) => `guest${number}@example.com`,
    ),
    async run({ call }) {
      const { participants, hasMore } = await call<People>("list_participants", {
        title: "all-hands",
        option: "2027-02-22T14:00",
        answer: ["noOrUnanswered"],
        includeEmails: true,
      });
      return hasMore ? "some are not shown" : participants.map(({ email }) => email);
    },
    async bare(api) {
      const poll = await findBarePoll(api, "all-hands");
      const option = poll.options.find((each) => localStart(poll, each) === "2027-02-22 14:00");
      const people = await listBarePeople(api, poll);
      return people
        .filter((person) => option && getVote(person, option) === "noOrUnanswered")
        .map(({ email }) => email);
    },
  },
  {
    question: "Who can make the board meeting on Friday morning?",
    calls: 1,
    answer: ["Ada Lovelace"],
    async run({ call }) {
      const { participants } = await call<People>("list_participants", {
        title: "board meeting",
        option: "2027-02-26 09:00",
        answer: ["yes", "ifNeedBe"],
      });
      return participants.map(({ name }) => name);
    },
    async bare(api) {
      const poll = await findBarePoll(api, "board meeting");
      const option = poll.options.find((each) => localStart(poll, each) === "2027-02-26 09:00");
      return option && listNamesWith(await listBarePeople(api, poll), option, "yes", "ifNeedBe");
    },
  },
  {
    question: "Tell me when Sam has answered the interview panel",
    calls: 1,
    answer: { missing: [], newlyAnswered: ["Sam Example"] },
    async meanwhile(sandbox) {
      sandbox.vote(await findId(sandbox, "Interview panel"), {
        name: "Sam Example",
        email: "sam@example.org",
        choices: { "2027-02-17T14:00:00Z": "yes" },
      });
    },
    async run({ call, later }) {
      const waiting = call<{ missing: string[]; newlyAnswered: string[] }>("wait_for_responses", {
        title: "interview panel",
        people: ["Sam"],
        timeoutSeconds: 10,
      });
      const [{ missing, newlyAnswered }] = await Promise.all([waiting, later()]);
      return { missing, newlyAnswered };
    },
    async bare(api) {
      const poll = await findBarePoll(api, "interview panel");
      const listNames = async () => (await listBarePeople(api, poll)).map(({ name }) => name);
      const before = await listNames();
      await api.later();
      const newlyAnswered = (await listNames()).filter((name) => !before.includes(name));
      const missing = newlyAnswered.some((name) => name.startsWith("Sam")) ? [] : ["Sam"];
      return { missing, newlyAnswered };
    },
  },
];
