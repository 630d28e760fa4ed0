import { say } from "../words/index.ts";

/** Text, an element, or nothing. */
export type Child = Node | string | false;
type Attribute = string | number | boolean | undefined | (() => void);

/** Creates an element. Strings become text nodes: this page parses no markup. `onclick` and the like take a function. */
export function h(name: string, attributes: Record<string, Attribute>, ...children: Child[]): HTMLElement {
  const isDrawn = name === "svg" || name === "path";
  const element = isDrawn
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== false));
  return element as HTMLElement;
}

/** Creates an element for text typed by people, which has its own direction. */
export const createName = (text: string, className?: string) => h("bdi", { class: className }, text);

/** At most `max` of the names, separated by commas, and how many more of the `count` people there are. */
export function listNames(names: readonly string[], count: number, max: number, more: string): Child[] {
  const shown = names.filter((name) => name !== "").slice(0, max);
  const list = shown.flatMap((name, index) => [index > 0 && ", ", createName(name)]);
  const rest = count - shown.length;
  return [...list, rest > 0 && (shown.length > 0 ? ` ${say(more, rest)}` : String(rest))];
}

const paths = {
  yes: "M5.8 10.4l2.9 2.9 5.6-6.2",
  "if-need-be": "M5.6 11.2c1.3-2.6 2.8-2.6 4.4-1.2s3.1 1.4 4.4-1.2",
  "no-or-unanswered": "M7.3 10h5.4",
  star: "M10 1.8l2.5 5.3 5.8.7-4.3 4 1.2 5.8L10 14.7l-5.2 2.9L6 11.8l-4.3-4 5.8-.7z",
  refresh: "M16.5 10a6.5 6.5 0 1 1-2-4.7M16.8 2.5v3.6h-3.6",
  calendar: "M3 5h14v12H3zM3 8.5h14M7 2.5V5M13 2.5V5M10 10.5v4.5M7.8 12.8h4.4",
  open: "M8 4H4v12h12v-4M11.5 3.5h5v5M16.5 3.5L9.5 10.5",
  copy: "M7.5 7.5h9v9h-9zM4.5 12.5h-1v-9h9v1",
  share: "M6.5 8H4.5v9h11V8h-2M10 12.5v-10M6.8 5.5L10 2.3l3.2 3.2",
  undo: "M7.5 4L3.5 8l4 4M3.5 8h8a5 5 0 0 1 0 9H8",
  add: "M10 6v8M6 10h8",
  clock: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 6v4.2l2.8 1.6",
  moon: "M15.5 12.2A6.3 6.3 0 0 1 7.8 4.5a6.3 6.3 0 1 0 7.7 7.7z",
  full: "M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12",
};

/** The name of a symbol. */
export type IconName = keyof typeof paths;

/** Creates a drawn symbol, because not every font has one. */
export const createIcon = (name: IconName) =>
  h(
    "svg",
    { class: `icon ${name}`, viewBox: "0 0 20 20", "aria-hidden": true },
    h("path", { d: paths[name] }),
  );

/** The element with this id. Throws when the page has none. */
export function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}

/** Sets the content of an element. Without any the element is hidden. */
export function fill(id: string, ...children: Child[]): void {
  const shown = children.filter((child) => child !== false);
  getElement(id).replaceChildren(...shown);
  getElement(id).hidden = shown.length === 0;
}
