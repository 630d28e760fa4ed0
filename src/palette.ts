/** The colors of every page, for light and for dark. Blue, amber and gray differ with every kind of color blindness. */
const palette = {
  card: ["#ffffff", "#171a20"],
  soft: ["#f4f6f9", "#20252d"],
  text: ["#16202e", "#e9edf3"],
  dim: ["#536074", "#a3afbf"],
  line: ["#dce1e8", "#343b47"],
  edge: ["#7d8998", "#75808f"],
  link: ["#0b5cad", "#7cc0ff"],
  yes: ["#0b62b8", "#2672c6"],
  maybe: ["#f0ae2e", "#f0b545"],
  alert: ["#a8261b", "#ff9d8f"],
} as const;

/** The palette as custom properties, such as `--card`. They follow the color scheme. */
export const paletteCss = `:root{color-scheme:light dark;${Object.entries(palette)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(";")}}`;
