import { expandGenerator } from "../time/index.ts";
import type { CreatePollInput } from "./inputs.ts";
import type { Poll } from "./schemas.ts";
import { findInstant } from "./slot-rules.ts";

/** What two polls must share to be of one create: everything that a person could tell them apart by. */
interface Likeness {
  kind: string;
  title: string;
  description: string;
  location: string;
  timeZone: string;
  call: string[];
  settings: boolean[];
  options: string[];
}

/** A text that is equal for creates of equal content. */
export function fingerprint(body: CreatePollInput): string {
  return JSON.stringify([expect(body), body.organizer?.email.toLowerCase() ?? ""]);
}

/** Whether a poll is what this body asks for, in every respect. Its time of creation is not looked at. */
export function isMadeFrom(poll: Poll, body: CreatePollInput): boolean {
  const organizer = body.organizer?.email.toLowerCase();
  if (organizer !== undefined && poll.organizer?.email.toLowerCase() !== organizer) return false;
  return JSON.stringify(observe(poll)) === JSON.stringify(expect(body));
}

function expect(body: CreatePollInput): Likeness {
  return {
    ...describe(body),
    title: body.title.trim(),
    settings: [
      body.requireEmail ?? false,
      body.hideParticipants ?? false,
      body.hideScores ?? false,
      body.disableComments ?? true,
      body.allowTentativeVotes ?? true,
    ],
    options: sort(body.kind === "date" ? body.options.map(({ date }) => date) : listSlots(body)),
  };
}

function observe(poll: Poll): Likeness {
  return {
    ...describe(poll),
    title: poll.title,
    settings: [
      poll.requireEmail,
      poll.hideParticipants,
      poll.hideScores,
      poll.disableComments,
      poll.allowTentativeVotes,
    ],
    options: sort(
      poll.options.map((option) =>
        "date" in option
          ? String(option.date)
          : nameSlot(Date.parse(String(option.startTime)), Number(option.duration)),
      ),
    ),
  };
}

function describe(poll: CreatePollInput | Poll) {
  const call = poll.conferencing;
  const custom = call && "label" in call ? call : undefined;
  return {
    kind: poll.kind,
    description: poll.description ?? "",
    location: poll.location ?? "",
    timeZone: ("timeZone" in poll && typeof poll.timeZone === "string" ? poll.timeZone : "").toLowerCase(),
    call: call ? [call.provider, custom?.label ?? "", custom?.uri ?? ""] : [],
  };
}

function listSlots(body: Extract<CreatePollInput, { kind: "time" }>): string[] {
  const timeZone = body.timeZone ?? null;
  const standard = body.duration ?? 0;
  const single = (body.options ?? []).map(({ startTime, duration = standard }) =>
    nameSlot(findInstant(startTime, timeZone), duration),
  );
  const generated = (body.generators ?? []).flatMap((generator) =>
    expandGenerator(generator, { timeZone, duration: standard, gap: "forward" }).slots.map((slot) =>
      nameSlot(Date.parse(slot.startTime), slot.duration),
    ),
  );
  return [...single, ...generated];
}

const nameSlot = (start: number, duration: number) => `${start} ${duration}`;
const sort = (names: string[]) => [...new Set(names)].sort();
