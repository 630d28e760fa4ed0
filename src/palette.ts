/** The colors of every page, for light and for dark. Blue, amber and gray differ with every kind of color blindness. */
const blue = ["#0b62b8", "#2672c6"] as const;
const palette = {
  card: ["#ffffff", "#171a20"],
  soft: ["#f4f6f9", "#20252d"],
  text: ["#16202e", "#e9edf3"],
  dim: ["#536074", "#a3afbf"],
  line: ["#dce1e8", "#343b47"],
  edge: ["#7d8998", "#808b9a"],
  link: ["#0b5cad", "#7cc0ff"],
  yes: blue,
  maybe: ["#f0ae2e", "#f0b545"],
  alert: ["#a8261b", "#ff9d8f"],
  primary: blue,
  "primary-hover": ["#084c91", "#3a83d4"],
} as const;

const colors = Object.entries(palette).map(
  ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`,
);

/**
 * The look of every page: custom properties such as `--card`, which follow the color scheme, the corner of what can be pressed, the one
 * filled button, and a focus ring outside of it, which stands on the ground of the page on both of its sides.
 */
export const paletteCss = [
  `:root{color-scheme:light dark;--radius:10px;${colors.join(";")}}`,
  ".primary{border-color:transparent;background:var(--primary);color:#ffffff;font-weight:600}",
  ".primary:hover{background:var(--primary-hover)}",
  ":focus-visible{outline:2px solid var(--link);outline-offset:2px}",
].join("");
