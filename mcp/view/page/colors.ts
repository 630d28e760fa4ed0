const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const probe = document.createElement("i");
probe.hidden = true;

/** The luminance of an opaque color, after `light-dark()` and variables. Nothing if it is none. */
function readLuminance(value: string): number | undefined {
  probe.style.color = "";
  probe.style.color = value;
  if (probe.style.color === "" || !brush) return undefined;
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = getComputedStyle(probe).color;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = [...brush.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return alpha === 1 ? 0.2126 * red + 0.7152 * green + 0.0722 * blue : undefined;
}

/** Whether a color has a contrast on the card, and on one that our own blue tints. */
function isReadable(value: string, least: number): boolean {
  const own = readLuminance(value);
  return ["var(--card)", "var(--pick)"].every((name) => {
    const ground = readLuminance(name) ?? 0;
    return own !== undefined && (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05) >= least;
  });
}

/** Takes the card, the text and the line of a host. The other colors are ours: without a contrast on its card, the card is, too. */
export function applyColors(variables: Record<string, string | undefined>): void {
  const { style } = document.documentElement;
  document.body.append(probe);
  for (const name of ["card", "text", "line"]) style.removeProperty(`--${name}`);
  const [card = "", text = "", line = ""] = ["background", "text", "border"].map(
    (name) => variables[`--color-${name}-primary`],
  );
  if (readLuminance(card) !== undefined) style.setProperty("--card", card);
  const isOwnReadable = ["dim", "alert", "link"].every((name) => isReadable(`var(--${name})`, 4.5));
  if (!isOwnReadable || !isReadable("var(--edge)", 3)) style.removeProperty("--card");
  if (isReadable(text, 4.5)) style.setProperty("--text", text);
  if (CSS.supports("color", line)) style.setProperty("--line", line);
  probe.remove();
}
