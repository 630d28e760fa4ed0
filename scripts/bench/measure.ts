/** Measures one figure in a process of its own, for scripts/bench.ts: `measure.ts <name> <options as JSON>`. */
import type { Figure } from "./figure.ts";

/** What scripts/bench.ts passes: whether it is a check, whether details are printed, and settings. */
export interface MeasureCommand {
  check: boolean;
  details: boolean;
  settings: Record<string, number>;
}

const [name = "", options = "{}"] = process.argv.slice(2);
const { check, details, settings } = JSON.parse(options) as MeasureCommand;
const { figure } = (await import(`./${name}.ts`)) as { figure: Figure };
const rows = await figure.measure({
  settings: { ...figure.settings, ...(check && figure.checkSettings), ...settings },
  log: details ? (text) => console.log(text) : () => {},
});
// Whatever a figure has left open must not keep the process.
process.send?.(rows, () => process.exit(0));
