import type { Plugin } from "esbuild";

/**
 * Replaces modules that only compute data with the values that they export, so that a program that loads the bundle does not compute
 * them. `filter` matches the modules' paths. `indent` is the number of spaces of an indentation, where people read the bundle.
 */
export function embedData(filter: RegExp, indent?: number): Plugin {
  return {
    name: "embed-data",
    setup(bundler) {
      bundler.onLoad({ filter }, async ({ path }) => {
        const values = Object.entries((await import(path)) as Record<string, object>);
        const lines = values.map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, indent)};`,
        );
        return { contents: lines.join("\n"), loader: "js" };
      });
    },
  };
}
