/** Red, green, blue from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number];

const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const probe = document.createElement("i");
probe.hidden = true;

/** The color that a text stands for on a ground, after `light-dark()`, variables and alpha. Nothing if it is none. */
function readColor(value = "", ground: Color = [128, 128, 128]): Color | undefined {
  probe.style.color = "";
  probe.style.color = value;
  if (probe.style.color === "" || !brush) return undefined;
  for (const color of [`rgb(${ground})`, getComputedStyle(probe).color]) {
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

/** Whether a color has a contrast on the card, and on a ground that our own blue tints. */
function isReadable(value: string | undefined, least: number): boolean {
  return ["var(--card)", "var(--pick)"].every((name) => {
    const ground = readColor(name) ?? [0, 0, 0];
    const color = readColor(value, ground);
    if (color === undefined) return false;
    const [light = 0, dark = 0] = [ground, color].map(readLuminance).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05) >= least;
  });
}

/** Takes the card, the text and the line of a host. The other colors are ours: without a contrast on its card, the card is, too. */
export function applyColors(variables: Record<string, string | undefined>): void {
  const { style } = document.documentElement;
  document.body.append(probe);
  for (const name of ["card", "text", "line"]) style.removeProperty(`--${name}`);
  const [card, text, line = ""] = ["background", "text", "border"].map(
    (name) => variables[`--color-${name}-primary`],
  );
  // A card that lets the page shine through has no color to measure with.
  const [onBlack, onWhite] = (
    [
      [0, 0, 0],
      [255, 255, 255],
    ] as const
  ).map((ground) => readColor(card, ground));
  if (onBlack && `${onBlack}` === `${onWhite}`) style.setProperty("--card", `rgb(${onBlack})`);
  const own = [
    ["dim", 4.5],
    ["alert", 4.5],
    ["link", 4.5],
    ["ring", 3],
    ["edge", 3],
  ] as const;
  if (!own.every(([name, least]) => isReadable(`var(--${name})`, least))) style.removeProperty("--card");
  if (text !== undefined && isReadable(text, 4.5)) style.setProperty("--text", text);
  if (readColor(line)) style.setProperty("--line", line);
  probe.remove();
}
