/** Measures one figure in a process of its own, for scripts/bench.ts: `measure.ts <name> <settings as JSON> [details]`. */
import type { Figure } from "./figure.ts";

const [name = "", settings = "{}", details] = process.argv.slice(2);
const { figure } = (await import(`./${name}.ts`)) as { figure: Figure };
const rows = await figure.measure({
  settings: { ...figure.settings, ...(JSON.parse(settings) as Record<string, number>) },
  log: details ? (text) => console.log(text) : () => {},
});
// Whatever a figure has left open must not keep the process.
process.send?.(rows, () => process.exit(0));
