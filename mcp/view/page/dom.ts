type Child = Node | string;

/** A new element. Text only ever becomes text nodes: nothing in this view is parsed as markup. */
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

/** Text typed by people, in whatever direction its script runs. */
export function createName(text: string, attributes: Record<string, string> = {}): HTMLElement {
  return create("bdi", { dir: "auto", ...attributes }, text);
}

/** Words for those who hear the page. */
export function createUnseen(text: string): HTMLElement {
  return create("span", { class: "unseen" }, text);
}

/** A star, for the people who must be there. Drawn, because not every font has one. */
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

/** New content for an element; the keyboard stays on the button that stands where the focused one stood. */
export function refill(container: HTMLElement, ...children: Child[]): void {
  const buttons: (Element | null)[] = [...container.querySelectorAll("button")];
  const focused = buttons.indexOf(document.activeElement);
  container.replaceChildren(...children);
  if (focused >= 0) container.querySelectorAll("button")[focused]?.focus();
}

/** The element of the page with this id. */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}

/** A button that says what it does. */
export function createButton(
  attributes: Record<string, string>,
  press: () => void,
  ...children: Child[]
): HTMLButtonElement {
  const button = create("button", { type: "button", ...attributes }, ...children);
  button.addEventListener("click", press);
  return button;
}
