/** What this page takes from the host's context; every field may be absent. */
export interface HostContext {
  theme?: string;
  displayMode?: string;
  locale?: string;
  timeZone?: string;
  styles?: { variables?: Record<string, string | undefined> };
}

/** Puts the host's theme and colours on the page. Without a theme the page follows the browser's preference. */
export function applyLook(context: HostContext): void {
  const root = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") root.dataset["theme"] = context.theme;
  if (context.displayMode !== undefined) root.dataset["mode"] = context.displayMode;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    // Nothing that could load anything, whatever the host's policy says.
    if (!name.startsWith("--") || typeof value !== "string" || /url|image/i.test(value)) continue;
    root.style.setProperty(name, value);
  }
}

/** Tells how tall the page is now, and whenever that changes. */
export function watchSize(tell: (size: { width: number; height: number }) => void): void {
  let last = "";
  const measure = () => {
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    const now = `${size.width}x${size.height}`;
    if (now !== last) tell(size);
    last = now;
  };
  new ResizeObserver(measure).observe(document.body);
  measure();
}
