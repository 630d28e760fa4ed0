/** The generated reference lists what programs can import, and nothing else. `npm run docs:check` compares its text. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as mcp from "../../mcp/index.ts";
import * as api from "../../src/api/index.ts";
import * as sandbox from "../../src/sandbox/index.ts";
import * as scheduling from "../../src/scheduling/index.ts";
import * as time from "../../src/time/index.ts";

/** The names in the sections of a page. */
function listNames(page: string, sections: RegExp): string[] {
  const parts = readFileSync(`docs/reference/${page}.md`, "utf8").split(/^## /m);
  return parts
    .filter((part) => sections.test(part))
    .flatMap((part) => [...part.matchAll(/^### (\w+)/gm)].map(([, name = ""]) => name));
}

it.each(Object.entries({ api, mcp, sandbox, scheduling, time }))("the page of %s", (page, exports) => {
  const values = listNames(page, /^(?:Functions|Classes|Variables)\n/);
  expect(values.filter((name) => !(name in exports))).toEqual([]);
  expect(listNames(page, /^/)).toEqual(expect.arrayContaining(Object.keys(exports)));
});
