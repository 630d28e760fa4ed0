/**
 * Restores positions in stack traces of the staged Zapier app: reads text from standard input and prints it with the files and
 * lines of the sources. The only argument is the source map, by default that of the last `npm run zapier:stage`. The source
 * map of a pushed version is in its source archive.
 */
import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stageFolder } from "./zapier-stage.ts";

/** Replaces each position in the app's `index.js` by the position in its source. `mapFile` is the path of the source map. */
export function restorePositions(log: string, mapFile: string): string {
  const map = new SourceMap(JSON.parse(readFileSync(mapFile, "utf8")) as SourceMapPayload);
  return log.replace(/[^\s(]*\bindex\.js:(\d+):(\d+)/g, (position, line: string, column: string) => {
    const found = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in found)) return position;
    const { originalSource, originalLine, originalColumn } = found;
    return `${originalSource.replace(/^(\.\.\/)+/, "")}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file = join(stageFolder, "index.js.map")] = process.argv.slice(2);
  process.stdout.write(restorePositions(await text(process.stdin), file));
}
