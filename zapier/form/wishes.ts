import type { PollWishes } from "../../src/scheduling/index.ts";
import { isTimeZone } from "../../src/time/index.ts";
import type { FormValues } from "./blanks.ts";
import { readCall } from "./call.ts";
import { readDate } from "./dates.ts";
import { type FieldKey, labels } from "./labels.ts";
import { readList } from "./lists.ts";
import type { Now } from "./moments.ts";
import { FormRefusal } from "./refusal.ts";
import { readTime } from "./times.ts";
import { createReader, type ValueReader } from "./values.ts";
import { readWindow } from "./window.ts";

/** The service takes no more options than this in one poll. */
const mostOptions = 100;

/**
 * What a person asked for in the form of Create Poll. Fields that belong to the other kind are left out: the editor
 * keeps their values when the kind is changed. Throws `FormRefusal` naming every field that cannot be used.
 *
 * `accountZone` is the zone of the person's Zapier account, used when the form names none.
 */
export function readWishes(values: FormValues, accountZone: string | null, now: number): PollWishes {
  const reader = createReader(values);
  const title = reader.need("title", "is needed.");
  const kind = reader.need("kind", "is needed.")?.toLowerCase();
  const common = { title: title ?? "", ...readDetails(reader), ...readSettings(reader) };
  const wishes = kind === "date" ? readDays(values, reader, now) : undefined;
  const timed = kind === "time" ? readTimes(values, reader, accountZone, now) : undefined;
  const options = wishes ?? timed;
  if (kind !== undefined && options === undefined)
    reader.refuse("kind", `"${kind}" is not one of the choices.`);
  if (reader.problems.length > 0 || options === undefined) throw new FormRefusal(reader.problems);
  return { ...common, ...options };
}

function readDetails(reader: ValueReader) {
  const description = reader.text("description");
  const location = reader.text("location");
  const conferencing = readCall(reader);
  const organizer = reader.text("organizer");
  return {
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(conferencing !== undefined && { conferencing }),
    ...(organizer !== undefined && { organizer: { email: organizer } }),
  };
}

function readSettings(reader: ValueReader) {
  const requireEmail = reader.flag("require_email");
  const hideParticipants = reader.flag("hide_participants");
  const hideScores = reader.flag("hide_scores");
  const disableComments = reader.flag("disable_comments");
  const allowTentativeVotes = reader.flag("allow_tentative_votes");
  return {
    ...(requireEmail !== undefined && { requireEmail }),
    ...(hideParticipants !== undefined && { hideParticipants }),
    ...(hideScores !== undefined && { hideScores }),
    ...(disableComments !== undefined && { disableComments }),
    ...(allowTentativeVotes !== undefined && { allowTentativeVotes }),
  };
}

function readDays(values: FormValues, reader: ValueReader, now: number) {
  const dates = readEach("dates", values, reader, (text) => readDate(text, { now, timeZone: null }));
  if (values["dates"] === undefined) reader.refuse("dates", "needs at least one date.");
  return { kind: "date" as const, dates: [...new Set(dates)] };
}

function readTimes(values: FormValues, reader: ValueReader, accountZone: string | null, now: number) {
  const timeZone = readZone(reader, accountZone);
  const moment: Now = { now, timeZone };
  const times = readEach("times", values, reader, (text) => readTime(text, moment));
  const window = readWindow(values, reader, moment);
  const duration = reader.minutes("duration");
  if (values["times"] === undefined && window === undefined && reader.problems.length === 0)
    reader.refuse(
      "times",
      `needs at least one time, or a recurring window (${labels.start_date}, ${labels.end_date}, ${labels.from}, ${labels.to}).`,
    );
  return {
    kind: "time" as const,
    ...(timeZone !== null && { timeZone }),
    ...(duration !== undefined && { duration }),
    ...(times.length > 0 && { times }),
    ...(window !== undefined && { windows: [window] }),
  };
}

/** The zone that clock times are meant in; null for a floating poll, asked for by "floating" or for want of any. */
function readZone(reader: ValueReader, accountZone: string | null): string | null {
  const written = reader.text("time_zone");
  const wanted = written ?? accountZone;
  if (wanted === null || wanted.toLowerCase() === "floating") return null;
  if (isTimeZone(wanted)) return wanted;
  const named = written === undefined ? `"${wanted}", the one of your Zapier account,` : `"${wanted}"`;
  reader.refuse("time_zone", `${named} is not a time zone. Write it as Europe/Berlin or America/New_York.`);
  return null;
}

function readEach<Value>(
  key: FieldKey,
  values: FormValues,
  reader: ValueReader,
  read: (text: string) => { value: Value } | { problem: string },
): Value[] {
  const texts = readList(values[key]);
  if (texts.length > mostOptions) {
    reader.refuse(key, `holds ${texts.length} values; a poll takes ${mostOptions} at most.`);
    return [];
  }
  return texts.flatMap((text) => {
    const reading = read(text);
    if ("value" in reading) return [reading.value];
    reader.refuse(key, reading.problem);
    return [];
  });
}
