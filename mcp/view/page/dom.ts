type Attribute = string | number | boolean | undefined | (() => void);

/** An element as it shall be. */
export interface Shape {
  name: string;
  /** `onclick` and the like are functions. */
  attributes: Record<string, Attribute>;
  children: Child[];
}

/** An element, or text: the pages parse no markup. */
export type Child = Shape | string;
type Maybe = Child | false | undefined;

const isChild = (child: Maybe): child is Child => child !== false && child !== undefined;

/** Describes an element. */
export const h = (name: string, attributes: Shape["attributes"], ...children: Maybe[]): Shape => ({
  ...{ name, attributes },
  children: children.filter(isChild),
});

/** The elements of {@link kept} shapes. */
const elements = new WeakMap<Shape, Node>();
const kept = new Map<string, Shape>();

/** A shape without functions that is drawn often: its element is copied in a fifth of the time, and a poll may have 15,000 votes. */
export function keep(key: string, make: () => Shape): Shape {
  const shape = kept.get(key) ?? make();
  if (!kept.has(key)) elements.set(shape, create(shape));
  kept.set(key, shape);
  return shape;
}

/** Creates what a shape describes. */
export function create(child: Child): Node {
  if (typeof child === "string") return document.createTextNode(child);
  const known = elements.get(child)?.cloneNode(true);
  if (known) return known;
  const { name, attributes, children } = child;
  const isDrawn = name === "svg" || name === "path";
  const element = isDrawn
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  setAttributes(element, {}, attributes);
  element.append(...children.map(create));
  return element;
}

function setAttributes(element: Element, before: Shape["attributes"], next: Shape["attributes"]): void {
  for (const name of Object.keys({ ...before, ...next })) {
    const value = next[name];
    if (value === before[name]) continue;
    if (name.startsWith("on")) Object.assign(element, { [name]: value ?? null });
    else if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

/** Changes in an element what is not as it was drawn before. */
function patch(element: Element, before: readonly Child[], next: readonly Child[]): void {
  for (const [at, child] of next.entries()) {
    const old = before[at];
    if (child === old) continue;
    const node = element.childNodes[at];
    if (typeof child === "object" && typeof old === "object" && child.name === old.name) {
      setAttributes(node as Element, old.attributes, child.attributes);
      patch(node as Element, old.children, child.children);
    } else if (node) node.replaceWith(create(child));
    else element.append(create(child));
  }
  while (element.childNodes.length > next.length) element.lastChild?.remove();
}

const drawn = new WeakMap<Element, Child[]>();

/** Shows the elements with these ids for which it is true, and hides the others. */
export function show(elements: Record<string, boolean>): void {
  for (const [id, isShown] of Object.entries(elements)) getElement(id).toggleAttribute("hidden", !isShown);
}

/** Sets the content of an element. Without any the element is hidden. */
export function fill(id: string, ...children: Maybe[]): void {
  const element = getElement(id);
  const shown = children.filter(isChild);
  patch(element, drawn.get(element) ?? [], shown);
  drawn.set(element, shown);
  element.hidden = shown.length === 0;
}

/** Creates an element for text typed by people, which has its own direction. */
export const createName = (text: string, className?: string) => h("bdi", { class: className }, text);

const paths: Record<string, string> = {
  yes: "M5.8 10.4l2.9 2.9 5.6-6.2",
  "if-need-be": "M5.6 11.2c1.3-2.6 2.8-2.6 4.4-1.2s3.1 1.4 4.4-1.2",
  "no-or-unanswered": "M7.3 10h5.4",
  star: "M10 1.8l2.5 5.3 5.8.7-4.3 4 1.2 5.8L10 14.7l-5.2 2.9L6 11.8l-4.3-4 5.8-.7z",
  refresh: "M16.5 10a6.5 6.5 0 1 1-2-4.7M16.8 2.5v3.6h-3.6",
  calendar: "M3 5h14v12H3zM3 8.5h14M7 2.5V5M13 2.5V5M10 10.5v4.5M7.8 12.8h4.4",
  open: "M8 4H4v12h12v-4M11.5 3.5h5v5M16.5 3.5L9.5 10.5",
  copy: "M7.5 7.5h9v9h-9zM4.5 12.5h-1v-9h9v1",
  share: "M6.5 8H4.5v9h11V8h-2M10 12.5v-10M6.8 5.5L10 2.3l3.2 3.2",
  moon: "M15.5 12.2A6.3 6.3 0 0 1 7.8 4.5a6.3 6.3 0 1 0 7.7 7.7z",
  undo: "M7.5 4L3.5 8l4 4M3.5 8h8a5 5 0 0 1 0 9H8",
  add: "M10 5v10M5 10h10",
  clock: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 6v4.2l2.8 1.6",
  box: "M4 4h12v12H4z",
  boxed: "M4 4h12v12H4zM6.8 10.2l2.3 2.3 4.2-4.8",
  part: "M4 4h12v12H4zM7 10h6",
  done: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM6.6 10.3l2.4 2.4 4.5-5",
  full: "M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12",
};

/** A drawn symbol, because not every font has one. */
export const createIcon = (name: string): Shape =>
  keep(name, () => {
    const attributes = { class: `icon ${name}`, viewBox: "0 0 20 20", "aria-hidden": true };
    return h("svg", attributes, h("path", { d: paths[name] }));
  });

/** The element with this id. Throws when the page has none. */
export function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}
