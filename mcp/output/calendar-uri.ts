/** URI of the calendar entry of an option, by its number from 1 in the poll's own order. Votes do not change it. */
export function formatCalendarUri(pollId: string, option: number): string {
  return `rallly://polls/${encodeURIComponent(pollId)}/options/${option}/calendar.ics`;
}
