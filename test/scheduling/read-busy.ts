import { type ComparedPoll, readIcsBusy } from "../../src/scheduling/calendar/ics-busy.ts";

const march: ComparedPoll = {
  kind: "time",
  timeZone: "Europe/Berlin",
  from: Date.parse("2027-03-01T00:00Z"),
  to: Date.parse("2027-04-05T00:00Z"),
};
const minute = (time: number) => new Date(time).toISOString().slice(0, 16);

/** One line for each busy time that a poll in Berlin reads. */
export function listBusy(text: string, poll: Partial<ComparedPoll> = {}): string[] {
  return readIcsBusy(text, { ...march, ...poll }).busy.map((busy) => {
    const time =
      "start" in busy ? `${minute(busy.start)} ${minute(busy.end)}` : `${busy.firstDay} ${busy.endDay}`;
    return busy.title === undefined ? time : `${time} ${busy.title}`;
  });
}

/** The notes about the busy times. */
export const notesOf = (text: string, poll: Partial<ComparedPoll> = {}) =>
  readIcsBusy(text, { ...march, ...poll }).notes;
/** The error of a text that cannot be understood, else its busy times. */
export const problemOf = (text: string, poll: Partial<ComparedPoll> = {}): string => {
  try {
    return JSON.stringify(listBusy(text, poll));
  } catch (error) {
    return String(error);
  }
};
