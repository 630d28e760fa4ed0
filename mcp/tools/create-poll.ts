import type { Poll } from "../../src/api/schemas.ts";
import { planPoll } from "../../src/scheduling/index.ts";
import { count } from "../count.ts";
import { countWeekdays, describeMoment, describeNow, endOf, type PollMoment } from "../moment.ts";
import { defineTool } from "../tool.ts";
import type { CreatePollArguments } from "./create-poll-fields.ts";
import { examples, input, output } from "./create-poll-schema.ts";
import { toWishes, zoneOf } from "./create-poll-wishes.ts";

const MOST_NOTES = 5;

/** Creates a poll from wall-clock wishes, or previews it. Only resolved instants are ever sent. */
export const createPoll = defineTool({
  name: "create_poll",
  title: "Create poll",
  effect: "create",
  description:
    "Create a scheduling poll so that people can vote when to meet. Use it to find a date or meeting time or to collect availability. Give dates for whole days, or times and/or windows with timeZone and duration. Write clock times as people say them; never convert to UTC. At most 100 options. Check weekdays in the answer, or preview with dryRun when dates were inferred. A poll cannot be edited afterwards, and calling twice makes two. Then send inviteUrl to the invitees; nobody is notified by itself.",
  input,
  output,
  examples,
  async run(wishes, call) {
    const zone = zoneOf(wishes);
    const plan = planPoll(toWishes(wishes), { offsets: "must-match" });
    const past = countPast(plan.slots, call.now());
    const over = past === plan.slots.length ? " All of its options are already over: check the year." : "";
    const notes = [
      ...shorten(plan.notes.map(({ path, message }) => `${path}: ${message}`)),
      ...remarkOnZone(wishes, plan.body.kind),
      ...(past > 0 ? [`${past} of ${plan.slots.length} options are already over: check the year`] : []),
    ];
    const preview = {
      ...viewSlots(plan.slots, zone),
      ...(zone === null ? {} : { timeZone: zone, now: describeNow(call.now(), zone) }),
      ...(notes.length > 0 ? { notes } : {}),
    };
    if (wishes.dryRun) {
      return {
        text: `Preview only: nothing was created. The poll would have ${count(plan.slots.length, "option")}.${over} Call again without dryRun to create it.`,
        data: { created: false, ...preview },
      };
    }
    const { data: poll, recovered } = await call.client.createPoll(plan.body, { signal: call.signal });
    const lost = recovered ? " The service's answer was lost, but the poll was found: it exists once." : "";
    return {
      text: `Created poll ${poll.id} with ${count(poll.options.length, "option")}.${over}${lost} Send inviteUrl to the invitees; see votes later with get_poll_results.`,
      data: { created: true, ...links(poll), ...preview },
    };
  },
});

function shorten(notes: string[]): string[] {
  return notes.length <= MOST_NOTES
    ? notes
    : [...notes.slice(0, MOST_NOTES), `and ${notes.length - MOST_NOTES} more`];
}

function remarkOnZone({ timeZone }: CreatePollArguments, kind: Poll["kind"]): string[] {
  return timeZone !== undefined && kind === "date"
    ? ["timeZone: was left out, since whole days have none"]
    : [];
}

function countPast(slots: readonly PollMoment[], now: Date): number {
  return slots.filter((slot) => endOf(slot) < now.getTime()).length;
}

function viewSlots(slots: readonly PollMoment[], timeZone: string | null) {
  const [first, last] = [slots[0], slots.at(-1)];
  const few = slots.length <= 10 || first === undefined || last === undefined;
  const shown = few
    ? { options: slots.map((slot) => describeMoment(slot, timeZone)) }
    : {
        firstOption: describeMoment(first, timeZone),
        lastOption: describeMoment(last, timeZone),
        // Between the two a week-end may lie that nobody asked for.
        weekdays: countWeekdays(slots, timeZone),
      };
  return { optionCount: slots.length, ...shown };
}

function links({ id, inviteUrl, adminUrl }: Poll) {
  return { pollId: id, inviteUrl, adminUrl };
}
