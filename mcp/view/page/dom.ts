type Child = Node | string;

/** Creates an element. Strings become text nodes: this view parses no markup. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Creates an element for text typed by people, with its own text direction. */
export function createName(text: string, attributes: Record<string, string> = {}): HTMLElement {
  return create("bdi", { dir: "auto", ...attributes }, text);
}

/** Names separated by commas, each with its own text direction. */
export function listNames(names: readonly string[]): Child[] {
  return names.flatMap((name, index) => (index === 0 ? [createName(name)] : [", ", createName(name)]));
}

/** Creates text for screen readers only. */
export function createScreenReaderText(text: string): HTMLElement {
  return create("span", { class: "visually-hidden" }, text);
}

/** Creates the star of a required person. Drawn, because not every font has one. */
export function createStar(): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const star = document.createElementNS(space, "svg");
  star.setAttribute("class", "star");
  star.setAttribute("viewBox", "0 0 20 20");
  star.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", "M10 1.8l2.5 5.3 5.8.7-4.3 4 1.2 5.8L10 14.7l-5.2 2.9L6 11.8l-4.3-4 5.8-.7z");
  star.append(path);
  return star;
}

/** Replaces the content of an element. The focus moves to the new button at the index of the focused one. */
export function refill(container: HTMLElement, ...children: Child[]): void {
  const buttons: (Element | null)[] = [...container.querySelectorAll("button")];
  const focused = buttons.indexOf(document.activeElement);
  container.replaceChildren(...children);
  if (focused >= 0) container.querySelectorAll("button")[focused]?.focus();
}

/** The element with this id. Throws when the page has none. */
export function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}

/** Creates a button. */
export function createButton(
  attributes: Record<string, string>,
  onClick: () => void,
  ...children: Child[]
): HTMLButtonElement {
  const button = create("button", { type: "button", ...attributes }, ...children);
  button.addEventListener("click", onClick);
  return button;
}
