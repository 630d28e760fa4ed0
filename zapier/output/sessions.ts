import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import type { SessionSet } from "../../src/scheduling/index.ts";
import { listEmails, listNames, personOutputs, toWhen, type When, whenOutputs } from "./format.ts";
import { integer, lineItems, type Outputs, outputsOf } from "./table.ts";

/** Options that are held together. Undefined: none were asked for, or too few are ahead. */
export interface Sessions {
  poll: Poll;
  set: SessionSet<PollOption, Participant> | undefined;
}

type Session = SessionSet<PollOption, Participant>["sessions"][number] & { when: When };

const listSessions = ({ poll, set }: Sessions): Session[] =>
  (set?.sessions ?? []).map((session) => ({ ...session, when: toWhen(session.option, poll) }));

const listPeople = ({ people, ifNeedBe }: Session) => [...people, ...ifNeedBe];

const itemOutputs: Outputs<Session> = {
  option_number: integer(({ number }) => number),
  option_id: ({ option }) => option.id,
  ...whenOutputs,
  people_count: integer((session) => listPeople(session).length),
  names_text: (session) => listNames(listPeople(session)),
  if_need_be_text: ({ ifNeedBe }) => listNames(ifNeedBe),
  emails: (session) => listEmails(listPeople(session)),
};

interface Attendance {
  person: Participant;
  session: Session;
}

const personSessionOutputs: Outputs<Attendance> = {
  ...outputsOf(personOutputs, ({ person }: Attendance) => person),
  option_number: integer(({ session }) => session.number),
  date_and_time: ({ session }) => session.when.date_and_time,
  answer: ({ person, session }) => (session.people.includes(person) ? "yes" : "if need be"),
};

/** The sessions that together reach most people. */
export const sessionOutputs: Outputs<Sessions> = {
  sessions_text: (found) =>
    listSessions(found)
      .map((session) => `${session.when.date_and_time}: ${listNames(listPeople(session))}`)
      .join("\n"),
  sessions: lineItems(itemOutputs, listSessions),
  reached_count: integer(({ set }) => set?.reached),
  can_make_none_text: ({ set }) => listNames(set?.none ?? []),
  can_make_none_emails: ({ set }) => listEmails(set?.none ?? []),
  session_people: lineItems(personSessionOutputs, (found) =>
    listSessions(found).flatMap((session) => listPeople(session).map((person) => ({ person, session }))),
  ),
};
