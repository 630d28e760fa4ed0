import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import type { SessionSet } from "../../src/scheduling/index.ts";
import { listNames, personColumns, toWhen, type When, whenColumns } from "./format.ts";
import { listEmails } from "./people.ts";
import { type Column, column, lineItems, rowsOf } from "./table.ts";

/** Options that are held together. Undefined: none were asked for, or too few are ahead. */
export interface Sessions {
  poll: Poll;
  set: SessionSet<PollOption, Participant> | undefined;
}

type Session = SessionSet<PollOption, Participant>["sessions"][number] & { when: When };

const listSessions = ({ poll, set }: Sessions): Session[] =>
  (set?.sessions ?? []).map((session) => ({ ...session, when: toWhen(session.option, poll.timeZone) }));

const listPeople = ({ people, ifNeedBe }: Session) => [...people, ...ifNeedBe];

const columns: Column<Session>[] = [
  column("option_number", "Option Number", ({ number }) => number, "integer"),
  column("option_id", "Option ID", ({ option }) => option.id),
  ...whenColumns,
  column("people_count", "People Count", (session) => listPeople(session).length, "integer"),
  column("names_text", "Names (Text)", (session) => listNames(listPeople(session))),
  column("if_need_be_text", "If Need Be (Text)", ({ ifNeedBe }) => listNames(ifNeedBe)),
  column("emails", "Emails", (session) => listEmails(listPeople(session))),
];

const personSessionColumns: Column<{ person: Participant; session: Session }>[] = [
  ...rowsOf(personColumns, ({ person }: { person: Participant }) => person),
  column("option_number", "Option Number", ({ session }) => session.number, "integer"),
  column("date_and_time", "Date and Time", ({ session }) => session.when.text),
  column("answer", "Answer", ({ person, session }) =>
    session.people.includes(person) ? "yes" : "if need be",
  ),
];

/** The sessions that together reach most people. */
export const sessionColumns: Column<Sessions>[] = [
  column("sessions_text", "Sessions (Text)", (found) =>
    listSessions(found)
      .map((session) => `${session.when.text}: ${listNames(listPeople(session))}`)
      .join("\n"),
  ),
  lineItems("sessions", "Sessions", columns, listSessions),
  column("reached_count", "Reached Count", ({ set }) => set?.reached, "integer"),
  column("can_make_none_text", "Can Make None (Text)", ({ set }) => listNames(set?.none ?? [])),
  column("can_make_none_emails", "Can Make None Emails", ({ set }) => listEmails(set?.none ?? [])),
  lineItems("session_people", "Session People", personSessionColumns, (found) =>
    listSessions(found).flatMap((session) => listPeople(session).map((person) => ({ person, session }))),
  ),
];
