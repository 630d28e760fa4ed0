import { expandGenerator, resolveLocal } from "../time/index.ts";
import type { CreateBody } from "./create-body.ts";
import type { TimePollBody } from "./create-schema.ts";
import { makeRecordId } from "./ids.ts";
import type { Option } from "./model.ts";
import { Problem, refuseFields } from "./problem.ts";

const mostOptions = 100;

/** The options a body asks for: in the order given, generated ones after them, each once. Throws above 100. */
export function expandOptions(body: CreateBody): Option[] {
  const options = new Map<string, Option>();
  const add = (key: string, option: Option) => {
    if (options.has(key)) return;
    // Thrown at the first one too many, so that a huge body costs no more than a large one.
    if (options.size === mostOptions) {
      throw new Problem("TOO_MANY_OPTIONS", `A poll has at most ${mostOptions} options.`);
    }
    options.set(key, option);
  };
  if (body.kind === "date") {
    for (const { date } of body.options) add(date, { id: makeRecordId(), date });
  } else {
    for (const slot of listSlots(body)) {
      add(`${slot.startTime} ${slot.duration}`, { id: makeRecordId(), ...slot });
    }
  }
  return [...options.values()];
}

function* listSlots(body: TimePollBody): Generator<{ startTime: string; duration: number }> {
  const timeZone = body.timeZone ?? null;
  const standard = body.duration ?? 0;
  for (const { startTime, duration = standard } of body.options ?? []) {
    yield { startTime: toInstant(startTime, timeZone), duration };
  }
  for (const [index, { days, interval, ...generator }] of (body.generators ?? []).entries()) {
    const wished = { ...generator, ...(days && { days }), ...(interval !== undefined && { interval }) };
    for (const slot of expand(wished, index, timeZone, standard)) {
      yield { startTime: new Date(slot.startTime).toISOString(), duration: slot.duration };
    }
  }
}

function expand(
  generator: Parameters<typeof expandGenerator>[0],
  index: number,
  timeZone: string | null,
  duration: number,
) {
  try {
    return expandGenerator(generator, { timeZone, duration, gap: "forward", limit: mostOptions + 1 }).slots;
  } catch (problem) {
    // Only a change of the clocks can still leave a window that slot-rules.ts let pass without a slot.
    if (!(problem instanceof Error && "field" in problem)) throw problem;
    throw refuseFields([{ field: `generators.${index}.${String(problem.field)}`, message: problem.message }]);
  }
}

function toInstant(startTime: string, timeZone: string | null): string {
  const absolute = /(Z|[+-]\d{2}:\d{2})$/.test(startTime);
  if (absolute) return new Date(startTime).toISOString();
  if (timeZone === null) return new Date(`${startTime}Z`).toISOString();
  // The service resolves gaps now one way, now the other; the sandbox always forward.
  return new Date(resolveLocal(startTime, timeZone).instant).toISOString();
}
