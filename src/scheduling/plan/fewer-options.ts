import { maxOptions } from "../../api/web.ts";
import {
  addDays,
  daysBetween,
  maxSlotMinutes,
  type SlotGenerator,
  type Weekday,
  weekdays,
} from "../../time/index.ts";

/** Windows of a request that makes too many options. All windows are valid. */
export interface TooManyOptions {
  windows: readonly SlotGenerator[];
  /** Minutes per slot: the default interval. */
  duration: number;
  /** The number of options with other windows. Undefined if these are not valid or make far too many. */
  count: (windows: readonly SlotGenerator[]) => number | undefined;
}

/** Maximum number of changes that are offered. */
const maxOffers = 2;

/**
 * Finds changes that make windows fit into a poll, such as `interval 90 (96 options)`. Each was planned, and changes one thing.
 * At most two; empty if there is none. Plans at most 25 times.
 */
export function findFittingChanges(request: TooManyOptions): string[] {
  const found: string[] = [];
  for (const find of [findInterval, findEndDate, findFewerDays, findFewerWindows]) {
    const change = found.length < maxOffers ? find(request) : undefined;
    if (change !== undefined) found.push(`${change.text} (${change.count} options)`);
  }
  return found;
}

interface Change {
  text: string;
  count: number;
}

/** The windows with a change, if they fit. */
function tryChange(
  text: string,
  windows: readonly SlotGenerator[],
  { count }: TooManyOptions,
): Change | undefined {
  const options = count(windows);
  return options !== undefined && options > 0 && options <= maxOptions ? { text, count: options } : undefined;
}

// In minutes, as people say them.
const commonIntervals = [20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480, 720, maxSlotMinutes];

/** The shortest common interval at which the options fit. */
function findInterval(request: TooManyOptions): Change | undefined {
  const { windows, duration } = request;
  const intervalOf = ({ interval = duration }: SlotGenerator) => interval;
  const smallest = Math.min(...windows.map(intervalOf));
  const longer = commonIntervals.filter((minutes) => minutes > smallest).reverse();
  return findLast(longer.length, (index) => {
    const interval = longer[index] ?? maxSlotMinutes;
    const changed = windows.map((window) => ({
      ...window,
      interval: Math.max(interval, intervalOf(window)),
    }));
    const kept = windows.some((window) => intervalOf(window) > interval);
    return tryChange(inAll(`interval ${interval}${kept ? " or more" : ""}`, windows), changed, request);
  });
}

const inAll = (text: string, windows: readonly SlotGenerator[]) =>
  windows.length === 1 ? text : `${text} in all windows`;

/** The latest end at which the options fit. Each window keeps at least one day. */
function findEndDate(request: TooManyOptions): Change | undefined {
  const { windows } = request;
  const [first = "", last = ""] = [
    windows
      .map(({ startDate }) => startDate)
      .sort()
      .at(-1),
    windows
      .map(({ endDate }) => endDate)
      .sort()
      .at(-1),
  ];
  return findLast(daysBetween(first, last), (days) => {
    const end = addDays(first, days);
    const changed = windows.map((window) => (window.endDate > end ? { ...window, endDate: end } : window));
    return tryChange(inAll(`endDate ${end}`, windows), changed, request);
  });
}

const fewerDays: readonly (readonly Weekday[])[] = [
  ["mon", "tue", "wed", "thu", "fri"],
  ["mon", "wed", "fri"],
  ["tue", "thu"],
];

function findFewerDays(request: TooManyOptions): Change | undefined {
  const { windows } = request;
  for (const listed of fewerDays) {
    const isPart = windows.every(({ days = weekdays }) => listed.every((day) => days.includes(day)));
    const changed = windows.map((window) => ({ ...window, days: [...listed] }));
    const change = isPart
      ? tryChange(inAll(`days ${listed.join(", ")}`, windows), changed, request)
      : undefined;
    if (change !== undefined) return change;
  }
  return undefined;
}

function findFewerWindows(request: TooManyOptions): Change | undefined {
  const { windows } = request;
  return findLast(windows.length, (count) =>
    count === 0
      ? undefined
      : tryChange(
          `the first ${count === 1 ? "window" : `${count} windows`} only`,
          windows.slice(0, count),
          request,
        ),
  );
}

/** The change for the largest number below `end` for which there is one. More options for larger numbers is assumed. */
function findLast(end: number, find: (value: number) => Change | undefined): Change | undefined {
  let [low, high] = [0, end];
  let best: Change | undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const change = find(middle);
    if (change === undefined) high = middle;
    else [best, low] = [change, middle + 1];
  }
  return best;
}
