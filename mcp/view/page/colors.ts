/** Red, green, blue from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number];

/** The colors of the pages, with the variables of hosts, and the least contrast: of text, of an edge that means something. */
const roles = [
  ["ring", "--color-ring-primary", 3],
  ["text", "--color-text-primary", 4.5],
  ["dim", "--color-text-secondary", 4.5],
  ["accent", "--color-ring-primary", 4.5],
  ["edge", "--color-border-primary", 3],
  ["line", "--color-border-primary", 1],
] as const;

const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const probe = document.createElement("i");
probe.hidden = true;

/** The color that a text stands for on a ground, after `light-dark()`, variables and alpha. Nothing if it is none. */
function readColor(value: string, ground = "#808080"): Color | undefined {
  probe.style.color = "";
  probe.style.color = value;
  if (probe.style.color === "" || !brush) return undefined;
  for (const color of [ground, getComputedStyle(probe).color]) {
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

function readLuminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21. */
function measureContrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [one, other].map(readLuminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Takes the colors of a host as far as they can be read on its card, else our own, else black or white. */
export function applyColors(variables: Record<string, string | undefined>): void {
  const { style } = document.documentElement;
  document.body.append(probe);
  for (const name of ["card", ...roles.map(([role]) => role)]) style.removeProperty(`--${name}`);
  const hostCard = variables["--color-background-primary"] ?? "";
  // A card that lets the page shine through has no color to measure with.
  const [onBlack, onWhite] = ["#000000", "#ffffff"].map((ground) => readColor(hostCard, ground));
  if (onBlack && `${onBlack}` === `${onWhite}`) style.setProperty("--card", `rgb(${onBlack})`);
  const card = readColor("var(--card)") ?? [255, 255, 255];
  for (const [role, variable, least] of roles) {
    const candidates = [variables[variable] ?? "", `var(--${role})`, "#000000", "#ffffff"];
    // What is chosen has a ground of its own, which the ring tints.
    const grounds = [card, readColor("var(--pick)") ?? card].slice(0, role === "ring" ? 1 : 2);
    const isReadable = (value: string) =>
      grounds.every((ground) => {
        const color = readColor(value, `rgb(${ground})`);
        return color !== undefined && measureContrast(color, ground) >= least;
      });
    const found = candidates.find(isReadable);
    if (found !== undefined && !found.startsWith("var")) style.setProperty(`--${role}`, found);
  }
  probe.remove();
}
